import { expect, test } from "bun:test";
import { systemClock } from "./clock.ts";

test("a cancelled timer does not fire", async () => {
  let fired = "";
  systemClock.timer(1, () => (fired += "cancelled")).cancel();
  await new Promise<void>((resolve) => {
    systemClock.timer(2, () => {
      fired += "kept";
      resolve();
    });
  });
  expect(fired).toBe("kept");
});

test("a sleep ends with the reason of its signal", async () => {
  const controller = new AbortController();
  const asleep = systemClock.sleep(60_000, controller.signal).catch((error: unknown) => error);
  controller.abort("enough");
  expect(await asleep).toBe("enough");
  const late = systemClock.sleep(60_000, controller.signal).catch((error: unknown) => error);
  expect(await late).toBe("enough");
});

test("a delay beyond what timers take does not fire at once", async () => {
  let fired = false;
  const timer = systemClock.timer(2 ** 40, () => (fired = true));
  await systemClock.sleep(5);
  timer.cancel();
  expect(fired).toBe(false);
});
