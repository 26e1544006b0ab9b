import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import { call, fail, reply, say } from "@squire/testkit";
import { eventFaults } from "./testing/event-faults.ts";
import { historyFaults } from "./testing/history-faults.ts";
import { rig } from "./testing/rig.ts";
import { testTools } from "./testing/tools.ts";

test("CMP-3: an overflow is recovered once, and the request is sent again", async () => {
  let asked = 0;
  const r = rig([fail("overflow", "too long"), say("It fits now.")], {
    ports: {
      onOverflow: () => {
        asked++;
        return Promise.resolve(true);
      },
    },
  });
  expect(await r.ask("go")).toMatchObject({ status: "finished", text: "It fits now." });
  expect(asked).toBe(1);
  expect(r.model.requests[1]?.messages).toEqual([userText("go")]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("CMP-14: an overflow that recovery does not mend ends the turn and says so", async () => {
  let asked = 0;
  const r = rig([fail("overflow", "too long"), fail("overflow", "still too long")], {
    ports: { onOverflow: () => Promise.resolve(++asked === 1) },
  });
  expect(await r.ask("go")).toMatchObject({
    status: "failed",
    failure: { code: "overflow", message: "Context overflow recovery failed: still too long" },
  });
  expect(r.model.requests).toHaveLength(2);
});

test("CMP-15: a promotion and a compaction are worth a try each, and no third", async () => {
  const r = rig(
    Array.from({ length: 5 }, () => fail("overflow", "too long")),
    {
      ports: { onOverflow: () => Promise.resolve(true) },
    },
  );
  expect(await r.ask("go")).toMatchObject({ status: "failed", failure: { code: "overflow" } });
  expect(r.model.requests).toHaveLength(3);
});

test("an overflow that nobody can recover from ends the turn", async () => {
  const given = rig([fail("overflow", "too long")], {
    ports: { onOverflow: () => Promise.resolve(false) },
  });
  expect(await given.ask("go")).toMatchObject({
    status: "failed",
    failure: { message: "too long" },
  });
  const broken = rig([fail("overflow", "too long")], {
    ports: { onOverflow: () => Promise.reject(new Error("no summariser")) },
  });
  expect(await broken.ask("go")).toMatchObject({
    failure: { message: "Context overflow recovery failed: no summariser" },
  });
});

test("a call that nobody can read is asked for again, once", async () => {
  const malformed = fail("protocol", "malformed", { malformedCall: true });
  const r = rig([malformed, say("As text then.")]);
  expect(await r.ask("go")).toMatchObject({ status: "finished", text: "As text then." });
  expect(JSON.stringify(r.model.requests[1]?.messages.at(-1))).toContain("could not be read");
  const twice = rig([malformed, malformed]);
  expect(await twice.ask("go")).toMatchObject({ status: "failed", failure: { code: "protocol" } });
  expect(eventFaults(twice.events)).toEqual([]);
});

test("LOOP-22: a broken rule stops the reply, reminds the model and asks again, once per turn", async () => {
  const rules = [{ name: "no-any", pattern: /: any\b/g, message: "Never use any." }];
  const r = rig([say("const x: any = 1; and more"), say("const x: any, I insist"), say("later")], {
    settings: { rules },
  });
  const result = await r.ask("write code");
  expect(result).toMatchObject({ status: "finished", text: "const x: any, I insist" });
  expect(r.events.filter(({ type }) => type === "rule.triggered")).toEqual([
    { type: "rule.triggered", runId: result.runId, rule: "no-any", message: "Never use any." },
  ]);
  expect(r.model.requests[1]?.messages.at(-1)).toEqual(
    userText("[Your reply was stopped by a rule of this session: Never use any.]"),
  );
  const kept = r.log.of("message")[1];
  expect(kept).toMatchObject({ status: "aborted" });
  expect(JSON.stringify(kept)).not.toContain("and more");
  expect(historyFaults(r.log.view())).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("LOOP-22: rules also look at the arguments of calls, across deltas, and nothing runs", async () => {
  const tools = testTools();
  const r = rig([call("put", { key: "rm -rf everything" }, { deltaSize: 2 }), say("Sorry.")], {
    tools: tools.all,
    settings: { rules: [{ name: "rm", pattern: /rm -rf/, message: "No." }] },
  });
  await r.ask("clean up");
  expect(tools.acts).toEqual([]);
  expect(r.story()).toContain("rule.triggered");
});

test("LOOP-23: a call that can no longer apply is stopped early and told why", async () => {
  const tools = testTools();
  const long = call("put", { key: `missing.txt ${"x".repeat(200)}` }, { deltaSize: 10 });
  const r = rig([reply(call("look", { key: "a" }), long), say("I see.")], {
    tools: tools.all,
    ports: {
      guardCall: ({ name, argsText }) =>
        Promise.resolve(
          name === "put" && argsText.includes("missing.txt") ? "There is no such file." : null,
        ),
    },
  });
  await r.ask("edit");
  expect(tools.acts).toEqual(["look a"]);
  const [looked, put] = r.log.of("tool_result");
  expect(looked?.outcome.failed).toBe(false);
  expect(put?.outcome).toMatchObject({
    callId: "call_2",
    failed: true,
    content: [{ type: "text", text: "There is no such file." }],
  });
  expect(JSON.stringify(r.log.entries)).not.toContain("x".repeat(100));
  expect(historyFaults(r.model.requests[1]?.messages ?? [])).toEqual([]);
  expect(eventFaults(r.events)).toEqual([]);
});

test("a guard that fails guards nothing", async () => {
  const tools = testTools();
  const r = rig([call("put", { key: "a" }), say("ok")], {
    tools: tools.all,
    ports: { guardCall: () => Promise.reject(new Error("oops")) },
  });
  expect(await r.ask("edit")).toMatchObject({ status: "finished" });
  expect(tools.acts).toEqual(["put a"]);
});

test("a stream that throws or ends without a word is a failure, not a crash", async () => {
  const broken = (end: () => void) => ({
    id: "broken/one",
    stream: () => ({
      async *[Symbol.asyncIterator]() {
        yield { type: "text.delta" as const, block: 0, text: "Hi" };
        end();
      },
      result: () => new Promise<never>(() => {}),
    }),
  });
  const thrown = rig([], {
    model: broken(() => {
      throw new Error("kaputt");
    }),
  });
  expect(await thrown.ask("go")).toMatchObject({
    status: "failed",
    text: "Hi",
    failure: { code: "protocol", message: "The stream broke: kaputt" },
  });
  const silent = rig([], { model: broken(() => {}) });
  expect(await silent.ask("go")).toMatchObject({ status: "failed", failure: { code: "protocol" } });
  expect(eventFaults([...thrown.events])).toEqual([]);
});
