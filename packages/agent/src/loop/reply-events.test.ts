import { expect, test } from "bun:test";
import { NO_USAGE } from "@squire/protocol";
import type { AgentEvent, Model, ModelEvent } from "@squire/protocol";
import { ReplyEvents } from "./reply-events.ts";
import { eventFaults } from "./testing/event-faults.ts";
import { rig } from "./testing/rig.ts";

const failure = { kind: "overloaded", message: "busy", retryable: true } as const;
const origin = { provider: "p", wire: "w", model: "m" };
const text: ModelEvent = { type: "text.delta", block: 0, text: "hi" };
const finish: ModelEvent = {
  type: "finish",
  reason: "stop",
  message: { role: "assistant", content: [{ type: "text", text: "hi" }], origin },
  usage: NO_USAGE,
};
const error: ModelEvent = { type: "error", failure, partial: null, usage: NO_USAGE };
const retry = (attempt: number): ModelEvent => ({
  type: "retry.started",
  attempt,
  waitMs: 5,
  failure,
});
const fallback = (to: string): ModelEvent => ({
  type: "fallback.started",
  from: "p/a",
  to,
  failure,
});

function passed(...events: readonly ModelEvent[]): readonly string[] {
  const out: AgentEvent[] = [];
  const passing = new ReplyEvents("r", (event) => out.push(event), { deltas: true });
  for (const event of events) passing.pass(event);
  expect(eventFaults(out)).toEqual([]);
  return out.map((event) => ("ok" in event ? `${event.type} ${event.ok}` : event.type));
}

test("PROV-12: retries are passed on, and each ends once", () => {
  const finished: ModelEvent = { type: "retry.finished", attempt: 2, ok: false };
  expect(passed(retry(2), finished, retry(3), text, finish)).toEqual([
    "retry.started",
    "retry.finished false",
    "retry.started",
    "text.delta",
    "retry.finished true",
  ]);
  expect(passed(retry(2), error)).toEqual(["retry.started", "retry.finished false"]);
});

test("PROV-16: a fallback ends well with its first word, badly with the next fallback or an error", () => {
  expect(passed(fallback("p/b"), fallback("p/c"), text, finish)).toEqual([
    "fallback.started",
    "fallback.finished false",
    "fallback.started",
    "fallback.finished true",
    "text.delta",
  ]);
  expect(passed(fallback("p/b"), error)).toEqual(["fallback.started", "fallback.finished false"]);
  expect(passed(fallback("p/b"), retry(2), finish)).toEqual([
    "fallback.started",
    "retry.started",
    "retry.finished true",
    "fallback.finished true",
  ]);
});

test("a model's warning becomes one of the turn", () => {
  expect(passed({ type: "warning", code: "x", message: "y" }, finish)).toEqual(["warning.raised"]);
});

test("nothing of a stream is passed on once it was stopped, not even by a rule", async () => {
  const ended = Promise.withResolvers<void>();
  let streams = 0;
  const stubborn: Model = {
    id: "p/m",
    stream: () => ({
      async *[Symbol.asyncIterator]() {
        if (++streams > 1) return yield finish;
        yield { type: "text.delta", block: 0, text: "bad" };
        yield { type: "text.delta", block: 0, text: " and more" };
        await ended.promise;
        yield { type: "text.delta", block: 0, text: " and later" };
        yield finish;
      },
      result: () => new Promise<never>(() => {}),
    }),
  };
  const rules = [{ name: "bad", pattern: /bad/, message: "Be good." }];
  const r = rig([], { model: stubborn, settings: { rules } });
  const turn = r.ask("go");
  await r.clock.whenPending();
  await r.clock.advance(1_000);
  expect(r.events.flatMap((event) => (event.type === "text.delta" ? [event.text] : []))[0]).toBe(
    "bad",
  );
  ended.resolve();
  await turn;
  await r.clock.advance(0);
  const shown = r.events.flatMap((event) => (event.type === "text.delta" ? [event.text] : []));
  expect(shown).toEqual(["bad"]);
  const first = r.log.of("message")[1];
  expect(first?.message.content).toEqual([{ type: "text", text: "bad" }]);
  expect(JSON.stringify(r.events)).not.toContain("and later");
});
