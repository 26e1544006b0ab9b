import { describe, expect, test } from "bun:test";
import type { Model, ModelEvent } from "@squire/protocol";
import { fail, FakeClock, reply, say, ScriptedModel, seededRandom } from "@squire/testkit";
import type { ScriptedReply } from "@squire/testkit";
import { backoffMs, DEFAULT_RETRY, withRetry } from "./retry.ts";
import { ask, onlyFailure, types } from "./testing/rig.ts";

const BUSY = fail("overloaded", "busy", { status: 503, retryable: true });

function retrying(...script: ScriptedReply[]) {
  const clock = new FakeClock();
  const inner = new ScriptedModel(...script);
  return { inner, clock, model: withRetry(inner, { clock, random: () => 0.5 }) };
}

/** Reads a stream to its end while time passes. */
async function run(model: Model, clock: FakeClock): Promise<ModelEvent[]> {
  const reading = ask({ model });
  for (let wait = 0; wait < DEFAULT_RETRY.attempts; wait++)
    await clock.advance(DEFAULT_RETRY.maxMs);
  return reading;
}

const retries = (events: readonly ModelEvent[]) =>
  events.filter(({ type }) => type.startsWith("retry."));

test("PROV-12: a reply that comes at once is passed on untouched", async () => {
  const { inner, clock, model } = retrying(say("hi"));
  const events = await run(model, clock);
  expect(types(events)).toEqual(["start", "text.delta", "block.end", "finish"]);
  expect(model.id).toBe(inner.id);
  inner.assertDone();
});

test("PROV-12: a failure that may pass is tried again, and said so", async () => {
  const { inner, clock, model } = retrying(BUSY, BUSY, say("hi"));
  const events = await run(model, clock);
  expect(types(events)).toEqual([
    "retry.started",
    "retry.finished",
    "retry.started",
    "start",
    "retry.finished",
    "text.delta",
    "block.end",
    "finish",
  ]);
  expect(retries(events)).toMatchObject([
    { attempt: 2, waitMs: 250, failure: { message: "busy" } },
    { attempt: 2, ok: false },
    { attempt: 3, waitMs: 500 },
    { attempt: 3, ok: true },
  ]);
  inner.assertDone();
});

test("PROV-12: at most 4 attempts in total, and the last failure is the result", async () => {
  const { inner, clock, model } = retrying(BUSY, BUSY, BUSY, BUSY, say("never"));
  const events = await run(model, clock);
  expect(onlyFailure(events)).toMatchObject({ kind: "overloaded", status: 503 });
  expect(types(events).filter((type) => type === "error")).toHaveLength(1);
  expect(retries(events).at(-1)).toEqual({ type: "retry.finished", attempt: 4, ok: false });
  expect(inner.requests).toHaveLength(4);
});

test.each([
  fail("bad_request", "no", { status: 400 }),
  fail("auth", "no", { status: 401 }),
  fail("billing", "no", { status: 402 }),
  fail("overflow", "no", { status: 400 }),
  fail("refused", "no"),
  fail("protocol", "no"),
  fail("aborted", "no"),
])("PROV-12: no second attempt after %j", async (turn) => {
  const { inner, clock, model } = retrying(turn, say("never"));
  expect(types(await run(model, clock))).toEqual(["error"]);
  expect(inner.requests).toHaveLength(1);
});

test("PROV-12: no second attempt once part of a reply was delivered", async () => {
  const broken = reply(say("half"), fail("network", "cut", { retryable: true }));
  const { inner, clock, model } = retrying(broken, say("never"));
  expect(onlyFailure(await run(model, clock)).kind).toBe("network");
  expect(inner.requests).toHaveLength(1);
});

test("PROV-12: one start in all, also when a failed attempt had started", async () => {
  const clock = new FakeClock();
  const events: readonly (readonly ModelEvent[])[] = [
    [
      { type: "start", model: "m" },
      { type: "warning", code: "x", message: "kept" },
      errorEvent(true),
    ],
    [{ type: "start", model: "m" }, errorEvent(false)],
  ];
  let attempt = 0;
  const model = withRetry(
    { id: "a/m", stream: () => replay(events[attempt++] ?? []) },
    { clock, random: () => 0 },
  );
  const seen = await run(model, clock);
  expect(types(seen)).toEqual(["start", "warning", "retry.started", "retry.finished", "error"]);
});

function errorEvent(retryable: boolean): ModelEvent {
  const usage = {
    input: null,
    output: null,
    cacheRead: null,
    cacheWrite: null,
    reasoning: null,
    total: null,
  };
  const failure = { kind: "overloaded", message: "busy", retryable } as const;
  return { type: "error", failure, partial: null, usage };
}

function replay(events: readonly ModelEvent[]) {
  const result = events.at(-1);
  if (result?.type !== "error") throw new Error("a replay ends with an error");
  async function* play(): AsyncGenerator<ModelEvent> {
    yield* events;
  }
  return Object.assign(play(), { result: () => Promise.resolve(result) });
}

describe("PROV-12: the wait", () => {
  test("PROV-12: an abort ends it at once", async () => {
    const { clock, model } = retrying(BUSY, say("never"));
    const controller = new AbortController();
    const reading = ask({ model }, controller.signal);
    await clock.whenPending();
    controller.abort();
    const events = await reading;
    expect(onlyFailure(events).kind).toBe("aborted");
    expect(types(events)).toEqual(["retry.started", "retry.finished", "error"]);
    expect(clock.pending).toBe(0);
  });

  test("PROV-12: lasts as long as it says", async () => {
    const { inner, clock, model } = retrying(BUSY, say("hi"));
    const reading = ask({ model });
    await clock.whenPending();
    await clock.advance(249);
    expect(inner.requests).toHaveLength(1);
    await clock.advance(1);
    expect((await reading).at(-1)?.type).toBe("finish");
  });

  const failure = { kind: "rate_limit", message: "", retryable: true } as const;

  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [20, 30_000],
    [2_000, 30_000],
  ])("PROV-12: before attempt %d + 1 is anything up to %d ms", (attempt, limit) => {
    const wait = (random: number) => backoffMs(failure, attempt, DEFAULT_RETRY, () => random);
    expect([wait(0), wait(0.5), wait(1)]).toEqual([0, limit / 2, limit]);
  });

  test.each([
    [2_000, 2_000],
    [30_001, 30_000],
    [3_600_000, 30_000],
  ])("PROV-12: Retry-After of %d ms is honoured up to the maximum", (retryAfterMs, ms) => {
    const wait = backoffMs({ ...failure, retryAfterMs }, 1, DEFAULT_RETRY, seededRandom(1));
    expect(wait).toBe(ms);
  });

  test("PROV-12: Retry-After of 0 leaves the jitter", () => {
    expect(backoffMs({ ...failure, retryAfterMs: 0 }, 1, DEFAULT_RETRY, () => 0.5)).toBe(250);
  });
});

test("PROV-15: a reader that leaves ends the attempt that runs", async () => {
  const { clock, model } = retrying(BUSY, say("never"));
  const stream = model.stream(
    { model: "m", messages: [], tools: [] },
    { signal: new AbortController().signal },
  );
  for await (const event of stream) if (event.type === "retry.started") break;
  expect(await stream.result()).toMatchObject({ failure: { kind: "aborted" } });
  expect(clock.pending).toBe(0);
});
