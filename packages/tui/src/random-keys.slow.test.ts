import { expect, test } from "bun:test";
import { liveRandomly } from "./testing/random-life.ts";
import { startFace } from "./testing/running-face.ts";

test("TUI-11: any keys, pastes, sizes and events: it goes on, and the terminal is put back", async () => {
  const { keySequences } = await liveRandomly(25);
  expect(keySequences).toBeGreaterThan(200);
});

test("CMD-8: a megabyte is pasted, shown as a mark and sent whole", async () => {
  const face = await startFace();
  const text = "0123456789abcdef\n".repeat(62_000);
  await face.type(`\u001b[200~${text}\u001b[201~`);
  expect(await face.screen()).toContain("[paste #1: 62001 lines]");
  await face.type("\r");
  expect(face.host.called("chat.send")).toEqual([{ sessionKey: "s1", message: text }]);
  await face.stop();
});
