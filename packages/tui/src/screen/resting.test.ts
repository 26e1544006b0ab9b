import { expect, test } from "bun:test";
import { startFace } from "../testing/running-face.ts";
import { reply, turnFinished, turnStarted } from "../testing/script.ts";

test("memory is given back after a long turn, when nobody types, and once", async () => {
  let rests = 0;
  const face = await startFace({
    ports: {
      rest: () => {
        rests += 1;
      },
    },
  });
  face.host.emit(...turnStarted("short"), reply("a"), turnFinished());
  await face.timers.pass(5000);
  expect(rests).toBe(0);
  face.host.emit(...turnStarted("long", "r2"));
  for (let at = 0; at < 120; at++) face.host.emit(reply(`answer ${at}`, { runId: "r2" }));
  await face.timers.pass(5000);
  expect(rests).toBe(0);
  face.host.emit(turnFinished("r2"));
  // Somebody types: it waits until they have stopped.
  for (let at = 0; at < 5; at++) {
    await face.timers.pass(1000);
    await face.type("x");
  }
  expect(rests).toBe(0);
  await face.timers.pass(10_000);
  expect(rests).toBe(1);
  await face.stop();
});

test("in a very long turn also meanwhile, but not while somebody types", async () => {
  let rests = 0;
  const face = await startFace({
    ports: {
      rest: () => {
        rests += 1;
      },
    },
  });
  face.host.emit(...turnStarted("very long"));
  for (let at = 0; at < 240; at++) face.host.emit(reply(`answer ${at}`));
  await face.timers.pass(5000);
  expect(rests).toBe(0);
  await face.type("x");
  for (let at = 0; at < 60; at++) face.host.emit(reply(`more ${at}`));
  await face.timers.pass(1000);
  expect(rests).toBe(0);
  await face.timers.pass(3000);
  expect(rests).toBe(1);
  await face.stop();
});
