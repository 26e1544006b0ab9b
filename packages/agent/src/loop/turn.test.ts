import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import { call, fail, reply, say, think } from "@squire/testkit";
import { eventFaults } from "./testing/event-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

const origin = { provider: "scripted", wire: "scripted", model: "test-1" };

test("LOOP-5: a turn with a call shows the model its outcome and tells the whole story", async () => {
  const tools = testTools();
  const r = rig([reply(say("Let me see."), call("look", { key: "a" })), say("It is a.")], {
    tools: tools.all,
    settings: { system: "You help." },
  });
  const result = await r.ask("what is it?");

  expect(result).toMatchObject({ status: "finished", reason: "stop", text: "It is a.", steps: 2 });
  expect(r.story()).toEqual([
    "turn.started",
    "message.added",
    "step.started",
    "text.delta",
    "call.delta",
    "message.added",
    "usage.reported",
    "tool.started",
    "tool.finished",
    "step.finished",
    "step.started",
    "text.delta",
    "message.added",
    "usage.reported",
    "step.finished",
    "turn.finished",
  ]);
  expect(eventFaults(r.events)).toEqual([]);
  const asked = userText("what is it?");
  const specs = r.model.requests[0]?.tools ?? [];
  expect(specs.map(({ name }) => name)).toEqual(tools.all.map(({ name }) => name));
  expect(r.model.requests).toEqual([
    { model: "test-1", system: "You help.", tools: specs, messages: [asked] },
    {
      model: "test-1",
      system: "You help.",
      tools: specs,
      messages: [
        asked,
        {
          role: "assistant",
          content: [
            { type: "text", text: "Let me see." },
            { type: "call", id: "call_1", name: "look", argsText: '{"key":"a"}' },
          ],
          origin,
        },
        {
          role: "tool",
          callId: "call_1",
          name: "look",
          content: [{ type: "text", text: "saw a" }],
          failed: false,
        },
      ],
    },
  ]);
  expect(r.log.types()).toEqual([
    "message",
    "prefix",
    "request_sent",
    "message",
    "usage",
    "tool_started",
    "tool_result",
    "request_sent",
    "message",
    "usage",
  ]);
  r.model.assertDone();
});

test("LOOP-20: tool.started carries the arguments as they are run, with the turn's runId", async () => {
  const r = rig([call("look", { key: "a", extra: 1 }), say("ok")]);
  const { runId } = await r.ask("go");
  expect(r.events.find(({ type }) => type === "tool.started")).toEqual({
    type: "tool.started",
    runId,
    callId: "call_1",
    name: "look",
    summary: "look a",
    effect: "read",
    args: { key: "a" },
  });
});

test("TOOL-2: a failing tool is told to the model and the run goes on", async () => {
  const r = rig([call("boom"), say("It does not work.")]);
  const result = await r.ask("try");
  expect(result.status).toBe("finished");
  expect(r.model.requests[1]?.messages.at(-1)).toEqual({
    role: "tool",
    callId: "call_1",
    name: "boom",
    content: [{ type: "text", text: "The tool failed: it broke" }],
    failed: true,
  });
});

test("a model that fails ends the turn with what happened and what to do", async () => {
  const r = rig([reply(say("Half"), fail("network", "gone", { advice: "Check the cable." }))]);
  const result = await r.ask("go");
  expect(result).toMatchObject({
    status: "failed",
    text: "Half",
    failure: { code: "network", message: "gone", advice: "Check the cable." },
  });
  expect(r.story().slice(-3)).toEqual(["message.added", "step.failed", "turn.failed"]);
  expect(r.log.of("message").at(-1)).toMatchObject({
    status: "error",
    failure: { kind: "network" },
  });
  expect(eventFaults(r.events)).toEqual([]);
});

test("thinking is passed on and kept", async () => {
  const r = rig([reply(think("hm", { signature: "sig" }), say("yes"))]);
  await r.ask("go");
  expect(r.story()).toContain("thinking.delta");
  expect(r.log.of("message")[1]?.message.content[0]).toEqual({
    type: "thinking",
    text: "hm",
    opaque: "sig",
  });
});

test("LOOP-21: without streaming there are whole messages and no deltas", async () => {
  const r = rig([say("yes")], { settings: { stream: false } });
  await r.ask("go");
  expect(r.story().filter((type) => type.endsWith(".delta"))).toEqual([]);
  expect(r.story()).toContain("message.added");
});

test("LOOP-27: volatile facts go into the log before the message, never into the prefix", async () => {
  let branch = "main";
  const r = rig([say("a"), say("b")], {
    settings: { system: "Fixed." },
    ports: { volatileFacts: () => Promise.resolve([{ topic: "git", text: `on ${branch}` }]) },
  });
  await r.ask("one");
  branch = "topic";
  await r.ask("two");
  expect(r.model.requests.map(({ system }) => system)).toEqual(["Fixed.", "Fixed."]);
  expect(r.log.types().slice(0, 2)).toEqual(["context", "message"]);
  expect(r.model.requests[1]?.messages.at(-2)).toEqual(userText("<context>on topic</context>"));
});
