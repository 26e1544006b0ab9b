import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { AgentEvent, Decision } from "@squire/protocol";
import { call, fail, reply, say, ScriptedModel, think } from "@squire/testkit";
import type { Turn } from "@squire/testkit";
import * as fc from "fast-check";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

const key = fc.constantFrom("a", "b", "c");
const part: fc.Arbitrary<Turn> = fc.oneof(
  key.map((text) => say(`text ${text}`)),
  fc.constant(say("")),
  fc.constant(think("hm")),
  fc
    .tuple(fc.constantFrom("look", "put", "boom", "stop", "nope", "", "read_file"), key)
    .map(([name, value]) => call(name, { key: value })),
  fc
    .constantFrom("{", '{"key":"cut', "[]", "null", "", '{"key":1}')
    .map((args) => call("put", args)),
  fc
    .tuple(key, fc.constantFrom("x", "", "call_1"))
    .map(([value, id]) => call("look", { key: value }, { id })),
);
const ending: fc.Arbitrary<Turn | null> = fc.option(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(say("", { finish: "length" })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("network" as const, "overflow" as const, "protocol" as const)
        .map((kind) => fail(kind, kind)),
    },
  ),
  { nil: null, freq: 4 },
);
const modelReply = fc
  .tuple(fc.array(part, { maxLength: 5 }), ending)
  .map(([parts, last]) => reply(...parts, ...(last === null ? [] : [last])));

/** What the world does at the n-th event of a run. */
const disturbance = fc.record({
  at: fc.integer({ min: 1, max: 60 }),
  kind: fc.constantFrom("abort", "steer", "follow", "replace", "none"),
});
const verdicts = fc.array(
  fc.constantFrom("allow" as const, "allow" as const, "deny" as const, "ask" as const),
  {
    minLength: 1,
    maxLength: 5,
  },
);

test("invariants 2 and 3: whatever model, tools, gate and user do, every call has one outcome and events pair up", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(modelReply, { minLength: 1, maxLength: 6 }),
      fc.array(disturbance, { maxLength: 3 }),
      verdicts,
      fc.constantFrom("code" as const, "plan" as const, "chat" as const),
      async (replies, disturbances, verdict, mode) => {
        const tools = testTools();
        const model = new ScriptedModel(...replies);
        let seen = 0;
        let judged = 0;
        const r = rig([], {
          tools: tools.all,
          settings: { mode, maxSteps: 4, maxCalls: 4, todoReminder: true },
          ports: {
            model: () => model,
            gate: (): Decision => ({
              verdict: verdict[judged++ % verdict.length] ?? "allow",
              trail: [],
            }),
            onOverflow: () => Promise.resolve(true),
            todos: () => [{ id: "1", text: "open", status: "open" }],
          },
          onEvent: (_event, agent) => {
            seen++;
            for (const { at, kind } of disturbances) {
              if (at !== seen) continue;
              if (kind === "abort") void agent.abort();
              if (kind === "steer") void agent.steer(userText("steer"));
              if (kind === "follow") void agent.followUp(userText("follow"));
              if (kind === "replace") void agent.replace(userText("replace"));
            }
          },
        });
        await r.ask("go");
        for (let idle = false; !idle;) {
          await r.clock.advance(0);
          await r.agent.whenIdle();
          idle = !r.agent.running;
        }
        expect(eventFaults(r.events)).toEqual([]);
        expect(historyFaults(r.log.view())).toEqual([]);
        expect(model.requests.flatMap(({ messages }) => historyFaults(messages))).toEqual([]);
        const stored = r.log
          .of("message")
          .flatMap(({ message, status }) =>
            status === "complete" && message.role === "assistant" ? message.content : [],
          );
        const called = stored.flatMap((block) => (block.type === "call" ? [block.id] : []));
        const answered = r.log.of("tool_result").map(({ outcome }) => outcome.callId);
        expect(answered).toEqual(called);
        expect(startedCalls(r.events)).toEqual(called);
        // Nothing acts that the log does not know of.
        const recorded = r.log.of("tool_started").length;
        expect(tools.acts.length).toBeLessThanOrEqual(recorded);
        if (mode !== "code") expect(tools.acts.filter((act) => act.startsWith("put"))).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

/** The ids of started calls in the order of their outcomes. */
function startedCalls(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "tool.finished" ? [event.callId] : []));
}
