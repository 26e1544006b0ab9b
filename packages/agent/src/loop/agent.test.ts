import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { Model } from "@squire/protocol";
import { call, say, ScriptedModel } from "@squire/testkit";
import { z } from "zod";
import { sha256 } from "../context/sha256.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { AgentSettings } from "./settings.ts";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

const extra = defineTool({
  name: "extra",
  description: "One more.",
  effect: "read",
  input: z.object({}),
  run: () => "extra!",
  toModel: (text) => text,
  summary: () => "extra",
});

test("invariant 4: the entry of a request is durable before the request leaves", async () => {
  const scripted = new ScriptedModel(say("ok"));
  const model: Model = {
    id: scripted.id,
    stream: (request, options) => {
      expect(r.log.types()).toEqual(["message", "prefix", "request_sent"]);
      return scripted.stream(request, options);
    },
  };
  const r = rig([], { model });
  await r.ask("go");
  const sent = r.log.of("request_sent")[0];
  const body = JSON.stringify(scripted.requests[0]);
  expect(sent).toMatchObject({ step: 1, kind: "turn", model: "scripted/test-1" });
  expect(sent).toMatchObject({ bodyHash: sha256(body), bodyBytes: Buffer.byteLength(body) });
  expect(sent?.prefixHash).toBe(r.agent.fingerprint);
});

test("invariant 4: when the log is gone nothing leaves, and the turn says so", async () => {
  const r = rig([say("never")]);
  const full = Object.assign(new Error("the disk is full"), {
    code: "storage",
    advice: "Free some space.",
  });
  r.log.fault = ({ type }) => (type === "request_sent" ? full : null);
  expect(await r.ask("go")).toMatchObject({
    status: "failed",
    failure: {
      code: "storage",
      message: "the disk is full",
      advice: "Free some space.",
      retryable: true,
    },
  });
  expect(r.model.requests).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("a log that fails at any entry ends the turn cleanly, and the session goes on when it is back", async () => {
  const script = [call("put", { key: "a" }), say("done")];
  const whole = rig(script);
  await whole.ask("go");
  for (let at = 0; at < whole.log.entries.length; at++) {
    const tools = testTools();
    const second = new ScriptedModel(say("back"));
    let model = new ScriptedModel(...script);
    const r = rig([], { tools: tools.all, ports: { model: () => model } });
    r.log.fault = () => (r.log.entries.length >= at ? new Error("full") : null);
    const result = await r.ask("go");
    const started = r.log.of("tool_started").length;
    expect([at, result.status]).toEqual([at, "failed"]);
    expect([at, ...eventFaults(r.events)]).toEqual([at]);
    expect([at, tools.acts.length]).toEqual([at, started]);
    r.log.fault = null;
    model = second;
    expect([at, (await r.ask("again")).status]).toEqual([at, "finished"]);
    const shown = second.requests[0]?.messages ?? [];
    expect([at, ...historyFaults(shown).filter((fault) => fault.includes("outcome"))]).toEqual([
      at,
    ]);
  }
});

test("LOOP-10: what had to be left out of a request is reported", async () => {
  const r = rig([say("ok")], {
    ports: {
      view: () => [
        userText("a"),
        {
          role: "tool",
          callId: "x",
          name: "look",
          content: [{ type: "text", text: "?" }],
          failed: false,
        },
      ],
    },
  });
  await r.ask("go");
  expect(r.model.requests[0]?.messages).toEqual([userText("a")]);
  expect(r.events).toContainEqual(expect.objectContaining({ code: "history.healed" }));
});

test("LOOP-2: a tool that is added is announced once, with what it costs", async () => {
  const r = rig([say("a"), say("b"), call("extra"), say("c")]);
  await r.ask("one");
  const before = r.agent.fingerprint;
  expect(r.agent.addTool(extra)).toBe(true);
  expect(r.agent.addTool(extra)).toBe(false);
  expect(r.agent.fingerprint).not.toBe(before);
  await r.ask("two");
  await r.ask("three");
  expect(r.log.of("prefix_break")).toMatchObject([
    { cause: "tools", tokensLost: 10, prefixHash: r.agent.fingerprint },
  ]);
  expect(r.events.filter(({ type }) => type === "prefix.changed")).toEqual([
    { type: "prefix.changed", cause: "tools", tokensLost: 10 },
  ]);
  expect(r.model.requests[1]?.tools.at(-1)?.name).toBe("extra");
  expect(JSON.stringify(r.model.requests[3]?.messages.at(-1))).toContain("extra!");
});

test("TOOL-11: another set of active tools is a change of the prefix, in the log and announced", async () => {
  const r = rig([say("a"), call("put", { key: "x" }), say("b")]);
  await r.ask("one");
  expect(await r.agent.setActiveTools(["look", "nope"])).toEqual(["nope"]);
  await r.ask("two");
  expect(r.model.requests[1]?.tools.map(({ name }) => name)).toEqual(["look"]);
  expect(r.log.of("tools_change")).toMatchObject([{ active: ["look"] }]);
  expect(r.events).toContainEqual({ type: "tools.changed", active: ["look"] });
  expect(r.log.of("prefix_break")).toMatchObject([{ cause: "tools" }]);
  expect(JSON.stringify(r.log.of("tool_result")[0]?.outcome)).toContain("There is no tool");
});

test("LOOP-21: model, mode, system text and options change between turns; breaks are recorded", async () => {
  const other = ScriptedModel.withId("other/big-2", say("c"));
  const replies = new ScriptedModel(say("a"), say("b"), say("d"));
  let model = replies;
  const r = rig([], { ports: { model: () => model }, settings: { system: "One." } });
  await r.ask("1");
  r.agent.reconfigure({ system: "Two.", request: { thinking: "high", temperature: 0 } });
  await r.ask("2");
  model = other;
  await r.ask("3");
  model = replies;
  r.agent.reconfigure({ mode: "chat" });
  await r.ask("4");
  expect(replies.requests[1]).toMatchObject({ system: "Two.", thinking: "high", temperature: 0 });
  expect(other.requests[0]).toMatchObject({ model: "big-2", system: "Two." });
  expect(replies.requests[2]).toMatchObject({ tools: [], system: "Two." });
  expect(r.log.of("prefix_break").map(({ cause }) => cause)).toEqual(["system", "model", "model"]);
  expect(r.log.of("message")).toHaveLength(8);
});

test("LOOP-21: what changes during a turn holds from the next one on", async () => {
  const r = rig([call("look", { key: "a" }), say("b"), say("c")], {
    onEvent: (event, agent) => {
      if (event.type === "tool.started") agent.reconfigure({ mode: "chat", system: "New." });
    },
    settings: { system: "Old." },
  });
  await r.ask("go");
  expect(r.model.requests.map(({ system, tools }) => [system, tools.length > 0])).toEqual([
    ["Old.", true],
    ["Old.", true],
  ]);
  await r.ask("next");
  expect(r.model.requests[2]).toMatchObject({ system: "New.", tools: [] });
});

test("SES-9: a prefix that changed since the session was closed is announced", async () => {
  const same = rig([say("a")]);
  await same.ask("go");
  const { fingerprint } = same.agent;
  const sent = { model: "scripted/test-1", promptTokens: 500 };
  const resumed = rig([say("a")], { lastSent: { ...sent, fingerprint } });
  await resumed.ask("go");
  expect(resumed.log.of("prefix_break")).toEqual([]);
  const changed = rig([say("a")], { lastSent: { ...sent, fingerprint: "0".repeat(64) } });
  await changed.ask("go");
  expect(changed.log.of("prefix_break")).toMatchObject([{ cause: "system", tokensLost: 500 }]);
});

test("SES-9: what has changed since the session was closed is named, with what it costs", async () => {
  const first = rig([say("a")], { settings: { system: "One.", request: { temperature: 0 } } });
  await first.ask("go");
  const { hash = "" } = first.log.of("prefix")[0] ?? {};
  const lastSent = {
    model: "scripted/test-1",
    fingerprint: hash,
    prefix: { system: "One." },
    mode: "code",
    options: { temperature: 0 },
    promptTokens: 500,
  } as const;
  const resumed = async (changes: Partial<AgentSettings>, tools = testTools().all) => {
    const settings = { ...first.agent.settings, ...changes };
    const r = rig([say("b")], { settings, tools, lastSent, prefixes: [hash] });
    await r.ask("on");
    expect(r.log.of("prefix")).toHaveLength(hash === r.agent.fingerprint ? 0 : 1);
    const told = r.events.filter(({ type }) => type === "prefix.changed");
    expect(told).toHaveLength(r.log.of("prefix_break").length);
    return r.log.of("prefix_break").map(({ cause, tokensLost }) => [cause, tokensLost]);
  };
  expect(await resumed({})).toEqual([]);
  expect(await resumed({ system: "Two." })).toEqual([["system", 500]]);
  expect(await resumed({ mode: "plan", system: "Plan." })).toEqual([["mode", 500]]);
  expect(await resumed({ request: { temperature: 1 } })).toEqual([["model", 500]]);
  expect(await resumed({ request: { temperature: 0, thinking: "low" } })).toEqual([["model", 500]]);
  expect(await resumed({}, [extra])).toEqual([["tools", 500]]);
});

test("the log holds each prefix that was sent, once", async () => {
  const r = rig([say("a"), say("b"), say("c")], { settings: { system: "One." } });
  await r.ask("1");
  r.agent.reconfigure({ system: "Two." });
  await r.ask("2");
  r.agent.reconfigure({ system: "One." });
  await r.ask("3");
  const hashes = r.log.of("request_sent").map(({ prefixHash }) => prefixHash);
  expect(r.log.of("prefix").map(({ hash, system }) => [hash, system])).toEqual([
    [hashes[0] ?? "", "One."],
    [hashes[1] ?? "", "Two."],
  ]);
  expect(hashes[2]).toBe(hashes[0]);
  expect(r.log.of("prefix")[0]?.tools).toEqual(r.model.requests[0]?.tools ?? []);
});

test("an id that a call had before the session was closed is not given again", async () => {
  const r = rig([call("look", { key: "a" }, { id: "call_1" }), say("b")], {
    ports: { callIds: () => ["call_1"] },
  });
  await r.ask("go");
  expect(r.log.of("tool_result")[0]?.outcome.callId).not.toBe("call_1");
});

test("LOOP-2: a prefix that drifts is never sent", async () => {
  const properties: Record<string, { type: string }> = {};
  const sly = { ...extra, parameters: () => ({ type: "object", properties }) };
  const r = rig([say("a"), say("never")], { tools: [sly] });
  await r.ask("one");
  properties["x"] = { type: "string" };
  expect(await r.ask("two")).toMatchObject({ status: "failed", failure: { code: "internal" } });
  expect(r.model.requests).toHaveLength(1);
});

test("LOOP-16: the end of a turn is its own time; it may ask for the model to go on (CMP-3)", async () => {
  const ends: string[] = [];
  const r = rig([say("a"), say("b")], {
    ports: {
      endOfTurn: (result) => {
        ends.push(`${result.text} after ${r.events.at(-1)?.type}`);
        return Promise.resolve(
          ends.length === 1 ? { goOn: userText("Go on if there is more.") } : {},
        );
      },
    },
  });
  await r.ask("go");
  await r.agent.whenIdle();
  expect(ends).toEqual(["a after turn.finished", "b after turn.finished"]);
  expect(r.model.requests[1]?.messages.at(-1)).toEqual(userText("Go on if there is more."));
  expect(r.log.of("message")[2]).toMatchObject({ synthetic: true });
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-16: a failure at the end of a turn is told and takes nothing away", async () => {
  const r = rig([say("a")], {
    ports: { endOfTurn: () => Promise.reject(new Error("no summariser")) },
  });
  expect(await r.ask("go")).toMatchObject({ status: "finished", text: "a" });
  expect(r.events.at(-1)).toMatchObject({ code: "end_of_turn.failed", message: "no summariser" });
});

test("C8: a run that was denied for want of somebody to ask ends with the reason approval", async () => {
  const r = rig([call("put", { key: "a" }), say("I could not.")], {
    ports: {
      gate: () => ({
        verdict: "ask",
        trail: [{ stage: "trust", verdict: "ask", reason: "review" }],
      }),
    },
  });
  expect(await r.ask("go")).toMatchObject({
    status: "finished",
    reason: "approval",
    approvalsNeeded: [{ callId: "call_1", toolName: "put", summary: "put a" }],
  });
});

test("a clock that jumps back harms nothing", async () => {
  const r = rig([call("look", { key: "a" }), say("ok")], {
    onEvent: (event) => {
      if (event.type === "step.started" || event.type === "tool.started") r.clock.jump(-3_600_000);
    },
    settings: { budget: { wallMs: 1_000 } },
  });
  expect(await r.ask("go")).toMatchObject({ status: "finished", durationMs: 0 });
});

test("usage of a turn is the sum of its replies; unknown stays unknown", async () => {
  const usage = { input: 100, output: 10, cacheRead: 50 };
  const r = rig(
    [call("look", { key: "a" }, { usage }), say("b", { usage: { input: 7, output: 3 } })],
    {
      ports: { costOf: (_model, { input }) => (input ?? 0) / 100 },
    },
  );
  expect(await r.ask("go")).toMatchObject({
    usage: { input: 107, output: 13, cacheRead: 50, cacheWrite: null, total: 120 },
    costUsd: 1.07,
  });
  expect(r.log.of("usage")).toMatchObject([
    { kind: "turn", model: "scripted/test-1", costUsd: 1 },
    { costUsd: 0.07 },
  ]);
});
