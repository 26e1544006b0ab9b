import { expect, test } from "bun:test";
import { textOf } from "@squire/protocol";
import type { ModelEvent } from "@squire/protocol";
import { fail, FakeClock, reply, say, ScriptedModel } from "@squire/testkit";
import { createBreaker } from "./breaker.ts";
import { withFallback } from "./fallback.ts";
import { withRetry } from "./retry.ts";
import {
  ask,
  endpointWith,
  onlyFailure,
  rig,
  answering,
  sse,
  tinyWire,
  types,
} from "./testing/rig.ts";
import { httpModel } from "./http-model.ts";

const DOWN = fail("network", "It is down.");
const DENIED = fail("auth", "Wrong key.");

function said(events: readonly ModelEvent[]): string {
  const last = events.at(-1);
  return last?.type === "finish" ? textOf(last.message) : `(${last?.type})`;
}

const breakerOn = (clock = new FakeClock()) => createBreaker(clock);

test("PROV-16: the next model takes over, and says so", async () => {
  const first = ScriptedModel.withId("a/one", DOWN);
  const second = ScriptedModel.withId("b/two", say("hi"));
  const model = withFallback([first, second], breakerOn());
  const events = await ask({ model });
  expect(types(events)).toEqual(["fallback.started", "start", "text.delta", "block.end", "finish"]);
  expect(events[0]).toMatchObject({ from: "a/one", to: "b/two", failure: { kind: "network" } });
  expect(model.id).toBe("a/one");
  expect(said(events)).toBe("hi");
});

test("PROV-16: it keeps the rest of the turn; the next turn starts at the head again", async () => {
  const first = ScriptedModel.withId("a/one", DOWN, say("first is back"));
  const second = ScriptedModel.withId("b/two", say("second"), say("second again"));
  const model = withFallback([first, second], breakerOn());
  await ask({ model });
  const next = await ask({ model });
  expect(types(next)).not.toContain("fallback.started");
  expect(said(next)).toBe("second again");
  model.beginTurn();
  expect(said(await ask({ model }))).toBe("first is back");
});

test("PROV-16: when all fail there is one error that lists what was tried", async () => {
  const chain = [
    ScriptedModel.withId("a/one", DOWN),
    ScriptedModel.withId("b/two", DENIED),
    ScriptedModel.withId("c/three", fail("overloaded", "Too busy.")),
  ];
  const events = await ask({ model: withFallback(chain, breakerOn()) });
  expect(types(events)).toEqual(["fallback.started", "fallback.started", "error"]);
  expect(onlyFailure(events)).toMatchObject({
    kind: "overloaded",
    message: "Too busy. Tried in turn: a/one (network), b/two (auth), c/three (overloaded).",
  });
});

test.each(["bad_request", "overflow", "refused", "aborted"] as const)(
  "PROV-16: %s is not for another model to try",
  async (kind) => {
    const second = ScriptedModel.withId("b/two", say("never"));
    const chain = [ScriptedModel.withId("a/one", fail(kind, "No.")), second];
    const events = await ask({ model: withFallback(chain, breakerOn()) });
    expect(onlyFailure(events)).toMatchObject({ kind, message: "No." });
    expect(second.requests).toHaveLength(0);
  },
);

test("PROV-16: a reply that was begun is not begun again by another model", async () => {
  const second = ScriptedModel.withId("b/two", say("never"));
  const broken = ScriptedModel.withId("a/one", reply(say("half"), fail("network", "Cut.")));
  const events = await ask({ model: withFallback([broken, second], breakerOn()) });
  expect(onlyFailure(events).message).toBe("Cut.");
  expect(second.requests).toHaveLength(0);
});

test("PROV-16: retries come first, then the next model", async () => {
  const clock = new FakeClock();
  const busy = fail("overloaded", "Busy.", { retryable: true });
  const first = ScriptedModel.withId("a/one", busy, busy, busy, busy);
  const second = ScriptedModel.withId("b/two", say("hi"));
  const ports = { clock, random: () => 0 };
  const model = withFallback([withRetry(first, ports), withRetry(second, ports)], breakerOn(clock));
  const reading = ask({ model });
  await clock.advance(1);
  const events = await reading;
  expect(types(events).filter((type) => type === "retry.started")).toHaveLength(3);
  expect(said(events)).toBe("hi");
  first.assertDone();
});

test("PROV-16: an open circuit is passed over, and tried again after 60 s", async () => {
  const clock = new FakeClock();
  const first = ScriptedModel.withId("a/one", DOWN, DOWN, DOWN, DOWN, DOWN, say("back"));
  const second = ScriptedModel.withId("b/two", ...Array.from({ length: 6 }, () => say("second")));
  const model = withFallback([first, second], breakerOn(clock));
  for (let turn = 0; turn < 6; turn++) {
    model.beginTurn();
    const events = await ask({ model });
    expect(said(events)).toBe("second");
    expect(events[0]).toMatchObject({ type: "fallback.started", from: "a/one", to: "b/two" });
  }
  expect(first.requests).toHaveLength(5);
  await clock.advance(60_000);
  model.beginTurn();
  expect(said(await ask({ model }))).toBe("back");
});

test("PROV-16: when every circuit is open nothing is asked, and the wait is told", async () => {
  const only = ScriptedModel.withId("a/one", DOWN, DOWN, DOWN, DOWN, DOWN, say("never"));
  const model = withFallback([only], breakerOn());
  for (let turn = 0; turn < 5; turn++) await ask({ model });
  const failure = onlyFailure(await ask({ model }));
  expect(failure.message).toContain("a/one is left alone for 60 s");
  expect(only.requests).toHaveLength(5);
});

test("PROV-16: every model is asked by its own name", async () => {
  const { ports, asked } = rig(answering(sse({ error: "Overloaded" })));
  const chain = ["one", "two"].map((model) => httpModel(endpointWith({ model }), tinyWire, ports));
  await ask({ model: withFallback(chain, breakerOn()) });
  expect(asked.map(({ body }) => JSON.parse(body).model)).toEqual(["one", "two"]);
});

test("PROV-15: an abort reaches the model that runs and ends the chain", async () => {
  const second = ScriptedModel.withId("b/two", say("never"));
  const first = ScriptedModel.withId("a/one", { ...say(""), ending: { type: "hang" } });
  const model = withFallback([first, second], breakerOn());
  const controller = new AbortController();
  const reading = ask({ model }, controller.signal);
  controller.abort();
  expect(onlyFailure(await reading).kind).toBe("aborted");
  expect(second.requests).toHaveLength(0);
});

test("a chain of no models is a mistake of the caller", () => {
  expect(() => withFallback([], breakerOn())).toThrow("at least one model");
});
