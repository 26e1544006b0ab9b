import { expect, test } from "bun:test";
import { rejectionOf } from "./rejection.ts";
import { FakeClock } from "./fake-clock.ts";

test("timers fire in order of time, then of making, and see their own time", async () => {
  const clock = new FakeClock(1_000);
  const fired: string[] = [];
  const note = (name: string) => () => fired.push(`${name}@${clock.now()}`);
  clock.timer(20, note("late"));
  clock.timer(10, note("a"));
  clock.timer(10, note("b"));
  const cancelled = clock.timer(5, note("never"));
  cancelled.cancel();
  expect(clock.pending).toBe(3);

  await clock.advance(9);
  expect(fired).toEqual([]);
  await clock.advance(11);
  expect(fired).toEqual(["a@1010", "b@1010", "late@1020"]);
  expect(clock.now()).toBe(1_020);
  expect(clock.pending).toBe(0);
});

test("what a timer starts within the same stretch fires too", async () => {
  const clock = new FakeClock(0);
  const ticks: number[] = [];
  const loop = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await clock.sleep(10);
      await Promise.resolve();
      ticks.push(clock.now());
    }
  };
  const done = loop();
  await clock.advance(25);
  expect(ticks).toEqual([10, 20]);
  await clock.advance(100);
  await done;
  expect(ticks).toEqual([10, 20, 30]);
});

test("a sleep ends with the reason of its signal and leaves no timer", async () => {
  const clock = new FakeClock();
  const abort = new AbortController();
  const sleep = clock.sleep(1_000, abort.signal);
  abort.abort(new Error("enough"));

  expect(String(await rejectionOf(sleep))).toContain("enough");
  expect(clock.pending).toBe(0);
  expect(
    String(await rejectionOf(clock.sleep(1, AbortSignal.abort(new Error("before"))))),
  ).toContain("before");
  expect(clock.pending).toBe(0);
});

test("a sleep that ended does not listen to its signal any more", async () => {
  const clock = new FakeClock();
  const abort = new AbortController();
  const sleep = clock.sleep(1, abort.signal);
  await clock.advance(1);
  abort.abort(new Error("late"));

  expect(await sleep).toBeUndefined();
});

test("PKG-6: a clock jump changes the date and lets no time pass", async () => {
  const clock = new FakeClock(5_000);
  let fired = false;
  clock.timer(10, () => (fired = true));
  clock.jump(-4_000);

  expect(clock.now()).toBe(1_000);
  await clock.advance(9);
  expect(fired).toBe(false);
  await clock.advance(1);
  expect(fired).toBe(true);
  expect(clock.now()).toBe(1_010);
});

test("a test can wait until the code under test has set its timers", async () => {
  const clock = new FakeClock();
  const waiting = clock.whenPending(2);
  clock.timer(1, () => {});
  let both = false;
  void waiting.then(() => (both = true));
  await Promise.resolve();
  expect(both).toBe(false);
  clock.timer(1, () => {});
  await waiting;
  await clock.whenPending();
});
