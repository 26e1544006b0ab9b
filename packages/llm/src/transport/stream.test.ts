import { expect, test } from "bun:test";
import type { ModelEvent, TerminalEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol";
import { emitStream, modelStream } from "./stream.ts";
import type { Emit } from "./stream.ts";
import { collect, onlyFailure, types } from "./testing/rig.ts";

const START: ModelEvent = { type: "start", model: "m" };
const FINISH: TerminalEvent = {
  type: "finish",
  reason: "stop",
  message: { role: "assistant", content: [], origin: { provider: "p", wire: "w", model: "m" } },
  usage: NO_USAGE,
};
const delta = (n: number): ModelEvent => ({ type: "text.delta", block: 0, text: String(n) });
const idle = new AbortController().signal;

test("PROV-1: nothing runs before somebody asks, and it runs once", async () => {
  let runs = 0;
  const make = () =>
    emitStream(async (emit) => {
      runs++;
      emit(START);
      emit(FINISH);
    }, idle);
  const unread = make();
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  expect(await Promise.all([unread.result(), unread.result()])).toEqual([FINISH, FINISH]);
  expect(types(await collect(unread))).toEqual(["start", "finish"]);
  expect(await unread.result()).toBe(FINISH);
  expect(runs).toBe(1);
});

test("PROV-3: one terminal event, nothing after it", async () => {
  const stream = modelStream(async function* () {
    yield START;
    yield FINISH;
    yield delta(1);
  }, idle);
  expect(types(await collect(stream))).toEqual(["start", "finish"]);
  const noisy = emitStream(async (emit) => {
    for (const event of [START, FINISH, delta(1), FINISH]) emit(event);
    throw new Error("too late");
  }, idle);
  expect(types(await collect(noisy))).toEqual(["start", "finish"]);
});

test.each([
  ["throws", () => Promise.reject(new Error("lost it, key=abcdef")), "lost it, key=[redacted]"],
  ["throws no error", () => Promise.reject("words"), "words"],
  ["ends early", () => Promise.resolve(), "the stream ended without a result"],
])("PROV-11: a source that %s still gives one terminal event", async (_name, run, words) => {
  const failure = onlyFailure(await collect(emitStream(run, idle)));
  expect(failure.kind).toBe("protocol");
  expect(failure.message).toBe(`The reply could not be read: ${words}.`);
});

test("PROV-15: the outer signal and a reader that leaves both reach the source", async () => {
  const ended = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  const make = (signal: AbortSignal) =>
    emitStream(async (emit, linked) => {
      emit(START);
      await ended(linked);
      emit(FINISH);
    }, signal);
  const controller = new AbortController();
  const outer = collect(make(controller.signal));
  controller.abort();
  expect(types(await outer)).toEqual(["start", "finish"]);

  const left = make(idle);
  for await (const event of left) if (event.type === "start") break;
  expect(await left.result()).toBe(FINISH);
  expect(await collect(left)).toEqual([]);
});

test("PROV-15: a signal that has fired already is passed on", async () => {
  const stream = emitStream(async (emit, { aborted }) => {
    emit(aborted ? FINISH : START);
  }, AbortSignal.abort());
  expect(types(await collect(stream))).toEqual(["finish"]);
});

test("a reader that waits is woken, in order", async () => {
  let emit: Emit = () => {};
  const done = Promise.withResolvers<void>();
  const stream = emitStream((to) => {
    emit = to;
    return done.promise;
  }, idle)[Symbol.asyncIterator]();
  const steps = [stream.next(), stream.next(), stream.next(), stream.next()];
  for (const event of [delta(1), delta(2), FINISH]) emit(event);
  done.resolve();
  expect((await Promise.all(steps)).map(({ value }) => value?.type)).toEqual([
    "text.delta",
    "text.delta",
    "finish",
    undefined,
  ]);
});

test("PROV-32: order holds without limit, and one warning tells of a reader that lags", async () => {
  const stream = emitStream(async (emit) => {
    for (let n = 0; n < 35_000; n++) emit(delta(n));
    emit(FINISH);
  }, idle);
  await stream.result();
  const events = await collect(stream);
  const warnings = events.filter((event) => event.type === "warning");
  expect(warnings).toEqual([
    {
      type: "warning",
      code: "consumer.lagging",
      message: "The reader is more than 10000 events behind the model.",
    },
  ]);
  expect(events.indexOf(warnings[0] ?? START)).toBe(10_000);
  const deltas = events.flatMap((event) => (event.type === "text.delta" ? [event.text] : []));
  expect(deltas).toEqual(Array.from({ length: 35_000 }, (_, n) => String(n)));
  expect(events.at(-1)).toBe(FINISH);
});

test("PROV-32: a reader that keeps up is not warned", async () => {
  const stream = modelStream(async function* () {
    for (let n = 0; n < 15_000; n++) yield delta(n);
    yield FINISH;
  }, idle);
  const events = await collect(stream);
  expect(events.filter((event) => event.type === "warning")).toEqual([]);
  expect(events).toHaveLength(15_001);
});
