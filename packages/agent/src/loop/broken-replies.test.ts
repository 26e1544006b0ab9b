import { expect, test } from "bun:test";
import { call, reply, say, think } from "@squire/testkit";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

test("an empty reply is asked for again once; twice empty is a failure", async () => {
  const r = rig([say(""), think("only thought")]);
  const result = await r.ask("go");
  expect(r.model.requests[1]?.messages.at(-1)?.content).toEqual([
    {
      type: "text",
      text: "[Your reply was empty. Go on with the task, or say in a sentence that you are done.]",
    },
  ]);
  expect(result).toMatchObject({
    status: "failed",
    failure: { code: "protocol", retryable: true },
  });
  expect(eventFaults(r.events)).toEqual([]);
});

test("an empty reply after work is only a warning", async () => {
  const r = rig([call("look", { key: "a" }), say(""), say("")]);
  const result = await r.ask("go");
  expect(result).toMatchObject({ status: "finished", reason: "stop" });
  expect(r.events).toContainEqual(expect.objectContaining({ code: "reply.empty" }));
});

test("a reply that was cut at the output limit ends the turn as such", async () => {
  const r = rig([say("and then", { finish: "length" })]);
  expect(await r.ask("go")).toMatchObject({ status: "finished", reason: "length" });
});

test("RPR-3: a call that was cut at the output limit is not run, the ones before it are", async () => {
  const tools = testTools();
  const cut = call("look", '{"key":"b', { finish: "length" });
  const r = rig([reply(call("look", { key: "a" }), cut), say("ok")], { tools: tools.all });
  await r.ask("go");
  expect(tools.acts).toEqual(["look a"]);
  const outcome = r.model.requests[1]?.messages.at(-1);
  expect(JSON.stringify(outcome)).toContain("reached the output limit in the middle of this call");
});

test("RPR-7: an unknown tool is answered with the closest name, nothing runs", async () => {
  const tools = testTools();
  const r = rig([call("lok", { key: "a" }), say("ok")], { tools: tools.all });
  await r.ask("go");
  expect(tools.acts).toEqual([]);
  expect(r.model.requests[1]?.messages.at(-1)).toMatchObject({ callId: "call_1", failed: true });
  expect(JSON.stringify(r.model.requests[1]?.messages.at(-1))).toContain("Did you mean look");
  expect(r.log.types()).not.toContain("tool_started");
});

test("RPR-6: wrong arguments are answered with path and reason", async () => {
  const r = rig([call("look", { name: "a" }), say("ok")]);
  await r.ask("go");
  const [block] = r.model.requests[1]?.messages.at(-1)?.content ?? [];
  expect(block).toEqual({
    type: "text",
    text: [
      "The arguments of look are not valid; nothing was run.",
      "- key: is missing (expected string)",
      "You sent: name. It takes: key.",
      "Correct the arguments and call look again.",
    ].join("\n"),
  });
});

test("RPR-9: broken arguments of a writer are never run on a guess", async () => {
  const tools = testTools();
  const r = rig([call("put", '{"key":"half of a long'), call("put", "{nonsense"), say("ok")], {
    tools: tools.all,
  });
  await r.ask("go");
  expect(tools.acts).toEqual([]);
  expect(JSON.stringify(r.model.requests[1]?.messages.at(-1))).toContain("nothing was run");
  expect(JSON.stringify(r.model.requests[2]?.messages.at(-1))).toContain("not valid JSON");
  const started = r.events.filter(({ type }) => type === "tool.started");
  expect(started.at(-1)).toMatchObject({ args: "{nonsense" });
});

test("calls without ids, or with ids that were used before, get their own", async () => {
  const twice = reply(
    call("look", { key: "a" }, { id: "x" }),
    call("look", { key: "b" }, { id: "x" }),
  );
  const r = rig([
    twice,
    call("look", { key: "c" }, { id: "x" }),
    call("look", { key: "d" }, { id: "" }),
    say("ok"),
  ]);
  await r.ask("go");
  const ids = r.log.of("tool_result").map(({ outcome }) => outcome.callId);
  expect(ids[0]).toBe("x");
  expect(new Set(ids).size).toBe(4);
  expect(historyFaults(r.log.view())).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("RPR-2: a call that is only written is found and run; in chat mode it stays text", async () => {
  const written = say('<tool_call>\n{"name":"look","arguments":{"key":"a"}}\n</tool_call>');
  for (const mode of ["code", "chat"] as const) {
    const tools = testTools();
    const r = rig([written, say("ok")], { tools: tools.all, settings: { mode } });
    await r.ask("go");
    expect(tools.acts).toEqual(mode === "code" ? ["look a"] : []);
    const repaired = r.events.filter(({ type }) => type === "calls.repaired");
    expect(repaired).toHaveLength(mode === "code" ? 1 : 0);
    expect(eventFaults(r.events)).toEqual([]);
    expect(historyFaults(r.log.view())).toEqual([]);
  }
});
