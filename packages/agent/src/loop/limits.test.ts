import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import { call, fail, reply, say } from "@squire/testkit";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

test("C18: at the step limit the model is asked for a summary without tools (LOOP-6, C34)", async () => {
  const loop = Array.from({ length: 3 }, (_, n) => call("look", { key: `k${n}` }));
  const summary = reply(
    say('I looked.\n<tool_call>{"name":"put"}</tool_call> More is left.'),
    call("put", { key: "x" }),
  );
  const tools = testTools();
  const r = rig([...loop, summary], { tools: tools.all, settings: { maxSteps: 3 } });
  const result = await r.ask("go");

  expect(result).toMatchObject({ status: "finished", reason: "limit", forcedSummary: true });
  expect(result.text).toBe("I looked.\n More is left.");
  expect(tools.acts).toEqual(["look k0", "look k1", "look k2"]);
  const last = r.model.requests.at(-1);
  expect(last?.tools).toEqual([]);
  expect(last?.messages.some(({ content }) => content.some(({ type }) => type === "call"))).toBe(
    false,
  );
  expect(historyFaults(last?.messages ?? [])).toEqual([]);
  expect(r.events.at(-1)).toMatchObject({
    type: "turn.finished",
    reason: "limit",
    forcedSummary: true,
  });
  expect(r.log.of("message").at(-1)).toMatchObject({ forcedSummary: true });
  expect(historyFaults(r.log.view())).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
  r.model.assertDone();
});

test("LOOP-15: a context that is nearly full is summed up instead of a further step", async () => {
  const r = rig([call("look", { key: "a" }), say("Summary.")], {
    ports: { isNearlyFull: ({ messages }) => messages.length > 2 },
  });
  expect(await r.ask("go")).toMatchObject({
    reason: "limit",
    forcedSummary: true,
    text: "Summary.",
  });
});

test("LOOP-6: a model that repeats itself is told so, then summed up", async () => {
  const same = call("look", { key: "a" });
  const r = rig([same, same, same, same, same, say("I am stuck.")]);
  const result = await r.ask("go");
  expect(result).toMatchObject({ reason: "limit", forcedSummary: true, text: "I am stuck." });
  expect(JSON.stringify(r.model.requests[3]?.messages.at(-1))).toContain(
    "Not run: this is the 3rd",
  );
  expect(r.events.filter(({ type }) => type === "calls.repaired")).toHaveLength(3);
  expect(eventFaults(r.events)).toEqual([]);
});

test("a failed summary ends the turn with the failure", async () => {
  const r = rig([call("look", { key: "a" }), fail("auth", "no")], { settings: { maxSteps: 1 } });
  expect(await r.ask("go")).toMatchObject({ status: "failed", failure: { code: "auth" } });
  expect(eventFaults(r.events)).toEqual([]);
});

test("a reply with 200 calls runs as many as it may and answers all", async () => {
  const tools = testTools();
  const many = Array.from({ length: 200 }, (_, n) => call("look", { key: `${n}` }));
  const r = rig([reply(...many), say("ok")], { tools: tools.all });
  await r.ask("go");
  expect(tools.acts).toHaveLength(64);
  const outcomes = r.model.requests[1]?.messages.filter(({ role }) => role === "tool") ?? [];
  expect(outcomes).toHaveLength(200);
  expect(JSON.stringify(outcomes.at(-1))).toContain("call 200 of 200 in one reply and at most 64");
  expect(historyFaults(r.log.view())).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("C11: chat mode sends no tools and runs none, whatever the model calls", async () => {
  const tools = testTools();
  const r = rig([call("look", { key: "a" }), say("ok")], {
    tools: tools.all,
    settings: { mode: "chat" },
  });
  await r.ask("hello");
  expect(r.model.requests.map((request) => request.tools)).toEqual([[], []]);
  expect(tools.acts).toEqual([]);
  expect(JSON.stringify(r.log.of("tool_result")[0]?.outcome)).toContain("no tools in chat mode");
});

test("C10: plan mode offers the same tools and refuses to change anything", async () => {
  const tools = testTools();
  const script = [reply(call("look", { key: "a" }), call("put", { key: "b" })), say("ok")];
  const plan = rig(script, { tools: tools.all, settings: { mode: "plan" } });
  const code = rig(script, { settings: { mode: "code" } });
  await plan.ask("go");
  await code.ask("go");
  expect(plan.model.requests[0]?.tools).toEqual(code.model.requests[0]?.tools ?? []);
  expect(tools.acts).toEqual(["look a"]);
  expect(plan.log.of("tool_result")[1]).toMatchObject({ details: { ending: "refused" } });
});

test("TOOL-6: a tool that asks the user ends the turn; the calls behind it do not run", async () => {
  const tools = testTools();
  const r = rig([reply(call("stop"), call("put", { key: "a" }))], { tools: tools.all });
  const result = await r.ask("go");
  expect(result).toMatchObject({ status: "finished", reason: "question" });
  expect(tools.acts).toEqual([]);
  const [asked, behind] = r.log.of("tool_result");
  expect(asked?.details).toMatchObject({ ending: "ran", isError: false, data: { kind: "choice" } });
  expect(behind?.details.ending).toBe("interrupted");
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-24: open todos are recalled once per turn", async () => {
  const todos = [
    { id: "1", text: "write tests", status: "open" as const },
    { id: "2", text: "done that", status: "done" as const },
  ];
  const r = rig([say("Done."), say("Really done."), say("ok")], { ports: { todos: () => todos } });
  await r.ask("go");
  expect(r.model.requests).toHaveLength(2);
  expect(r.model.requests[1]?.messages.at(-1)).toEqual(
    userText(
      "[The todo list still has open items. Finish them, or say why they can stay open.]\n- write tests",
    ),
  );
  expect(r.log.of("message").filter(({ synthetic }) => synthetic)).toHaveLength(1);
  r.agent.reconfigure({ todoReminder: false });
  await r.ask("more");
  expect(r.model.requests).toHaveLength(3);
});
