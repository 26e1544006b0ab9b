import { describe, expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { AgentEvent, Entry, Model } from "@squire/protocol";
import { call, hang, reply, say, ScriptedModel, think } from "@squire/testkit";
import type { Turn } from "@squire/testkit";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

/** A turn with thinking, text, parallel readers, a writer, a failure and an unknown tool. */
const RECORDED: readonly Turn[] = [
  reply(
    think("Where to look?"),
    say("I will look."),
    call("look", { key: "a" }),
    call("look", { key: "b" }),
  ),
  reply(call("put", { key: "c" }), call("look", { key: "d" }), call("boom"), call("nothing_such")),
  say("All done, and here is a longer text for some deltas."),
];

type At = { readonly event?: number; readonly entry?: number };

/** Runs the recorded turn, aborts at one place, goes on with another message; what is wrong with it. */
async function abortAt(at: At) {
  const tools = testTools();
  const second = new ScriptedModel(call("look", { key: "z" }), say("Back again."));
  let model: Model = new ScriptedModel(...RECORDED);
  let events = 0;
  let entries = 0;
  const r = rig([], {
    tools: tools.all,
    ports: { model: () => model },
    onEvent: (_event, agent) => {
      if (++events === at.event) void agent.abort();
    },
  });
  r.log.onEntry = () => {
    if (++entries === at.entry) void r.agent.abort();
  };
  const first = await r.ask("do it");
  const acts = [...tools.acts];
  const between = r.log.view().length;
  model = second;
  await r.agent.whenIdle();
  const after = await r.ask("and now?");
  const shown = second.requests.flatMap(({ messages }) => historyFaults(messages));
  const faults = [...eventFaults(r.events), ...shown, ...historyFaults(r.log.view())];
  return { first, after, faults, acts, r, between, total: { events, entries } };
}

describe("LOOP-9: abort at any point", () => {
  test("at every event of a turn: the history stays valid and the next turn runs", async () => {
    const whole = await abortAt({});
    expect(whole.first.status).toBe("finished");
    const count = whole.r.events.findIndex(({ type }) => type === "turn.finished");
    for (let event = 1; event <= count; event++) {
      const { first, after, faults, acts, r } = await abortAt({ event });
      const where = `at ${event}: ${r.events[event - 1]?.type}`;
      expect([where, ...faults]).toEqual([where]);
      expect([where, after.status]).toEqual([where, "finished"]);
      expect([where, terminals(r.events)]).toEqual([where, 2]);
      // What has run has its outcome; what has not run has left no trace.
      const ran = r.log.of("tool_result").filter(({ details }) => details.ending === "ran");
      expect([where, acts.length <= ran.length]).toEqual([where, true]);
      if (first.status === "finished") expect(first.text).toStartWith("All done");
    }
  });

  test("at every entry of the log", async () => {
    const whole = await abortAt({});
    const count = whole.r.log.entries.findIndex(isSecondPrompt);
    expect(count).toBeGreaterThan(15);
    for (let entry = 1; entry <= count; entry++) {
      const { after, faults, r } = await abortAt({ entry });
      const where = `at ${entry}: ${r.log.entries[entry - 1]?.type}`;
      expect([where, ...faults]).toEqual([where]);
      expect([where, after.status]).toEqual([where, "finished"]);
    }
  });
});

function terminals(events: readonly AgentEvent[]): number {
  return events.filter(({ type }) => /^turn\.(finished|failed|aborted)$/.test(type)).length;
}

function isSecondPrompt(entry: Entry): boolean {
  return entry.type === "message" && JSON.stringify(entry.message).includes("and now?");
}

test("LOOP-9: the partial text is kept with the status aborted, and a note closes the turn", async () => {
  const r = rig([reply(say("I was about to"), hang()), say("Going on.")], {
    onEvent: (event, agent) => {
      if (event.type === "text.delta") void agent.abort();
    },
  });
  const result = await r.ask("go");
  expect(result).toMatchObject({ status: "aborted", partialSaved: true, text: "I was a" });
  expect(r.log.of("message").at(-1)).toMatchObject({
    status: "aborted",
    message: { role: "assistant", content: [{ type: "text", text: "I was a" }] },
  });
  expect(r.story().slice(-3)).toEqual(["message.added", "step.failed", "turn.aborted"]);
  await r.ask("go on");
  expect(r.model.requests[1]?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
  ]);
});

test("LOOP-9: finished outcomes are kept, running calls are stopped, the rest never begins", async () => {
  const tools = testTools();
  const calls = reply(
    call("put", { key: "one" }),
    call("slow_put", { key: "two" }),
    call("put", { key: "three" }),
  );
  const r = rig([calls], { tools: tools.all });
  const turn = r.ask("go");
  await tools.started("two");
  expect(await r.agent.abort()).toBe(true);
  expect(await turn).toMatchObject({ status: "aborted" });
  expect(tools.acts).toEqual(["put one", "start two"]);
  expect(r.log.of("tool_result").map(({ details }) => details.ending)).toEqual([
    "ran",
    "aborted",
    "interrupted",
  ]);
  expect(r.log.of("tool_result")[0]?.outcome.content).toEqual([{ type: "text", text: "put one" }]);
  expect(r.log.of("message").at(-1)).toMatchObject({ status: "aborted", synthetic: true });
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-9: a tool that does not listen is left behind after a grace", async () => {
  const started = Promise.withResolvers<void>();
  const onEvent = ({ type }: AgentEvent): void => {
    if (type === "tool.started") started.resolve();
  };
  const r = rig([call("deaf"), say("ok")], { onEvent });
  const turn = r.ask("go");
  await started.promise;
  await r.clock.whenPending();
  void r.agent.abort();
  await r.clock.advance(1_000);
  expect(await turn).toMatchObject({ status: "aborted" });
  expect(r.log.of("tool_result")[0]).toMatchObject({ details: { ending: "aborted" } });
  expect(JSON.stringify(r.log.of("tool_result")[0]?.outcome)).toContain(
    "may still have taken effect",
  );
  expect(r.clock.pending).toBe(0);
  expect(await r.ask("next")).toMatchObject({ status: "finished" });
});

test("LOOP-9: a stream that does not listen is given up after a grace", async () => {
  const deaf: Model = {
    id: "deaf/one",
    stream: () => {
      const never = new Promise<never>(() => {});
      return {
        async *[Symbol.asyncIterator]() {
          yield { type: "text.delta", block: 0, text: "Hel" };
          await never;
        },
        result: () => never,
      };
    },
  };
  const r = rig([], { model: deaf });
  const turn = r.ask("go");
  await r.clock.advance(0);
  void r.agent.abort();
  await r.clock.advance(1_000);
  expect(await turn).toMatchObject({ status: "aborted", partialSaved: true, text: "Hel" });
  expect(eventFaults(r.events)).toEqual([]);
});

test("a caller's own signal aborts its turn; the next one is not touched by it", async () => {
  const own = new AbortController();
  const r = rig([hang(), say("ok")]);
  const turn = r.agent.prompt(userText("go"), { signal: own.signal });
  await r.clock.advance(0);
  own.abort();
  expect(await turn).toMatchObject({ status: "aborted", partialSaved: false });
  expect(await r.ask("again")).toMatchObject({ status: "finished" });
});

test("a turn that was aborted before its first request sends none", async () => {
  const r = rig([], {
    onEvent: (event, agent) => {
      if (event.type === "turn.started") void agent.abort();
    },
  });
  expect(await r.ask("go")).toMatchObject({ status: "aborted" });
  expect(r.model.requests).toEqual([]);
  expect(await r.agent.abort()).toBe(false);
});

test("LOOP-9: a request that is recorded and not yet sent when the abort comes is not sent", async () => {
  const r = rig([]);
  r.log.onEntry = ({ type }) => {
    if (type === "request_sent") void r.agent.abort();
  };
  expect(await r.ask("go")).toMatchObject({ status: "aborted" });
  expect(r.model.requests).toEqual([]);
  expect(r.log.of("message").at(-1)).toMatchObject({ status: "aborted", step: 1 });
});

test("LOOP-9: an abort outranks a tool that ends the turn", async () => {
  const r = rig([call("stop")], {
    onEvent: (event, agent) => {
      if (event.type === "tool.finished") void agent.abort();
    },
  });
  expect(await r.ask("go")).toMatchObject({ status: "aborted" });
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-9: an abort after the last word ends nothing but the waiting line", async () => {
  const r = rig([say("Done."), say("Later.")], {
    onEvent: (event, agent) => {
      if (event.type === "text.delta") void agent.steer(userText("more"));
      if (event.type === "step.finished" && agent.queue.length > 0) void agent.abort();
    },
  });
  expect(await r.ask("go")).toMatchObject({ status: "finished", text: "Done." });
  await r.agent.whenIdle();
  expect(r.model.requests).toHaveLength(1);
  expect(r.agent.queue.map(({ message }) => message)).toEqual([userText("more")]);
  expect(r.log.of("message").at(-1)).toMatchObject({ status: "complete" });
});
