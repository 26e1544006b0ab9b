import { expect, test } from "bun:test";
import { call, reply, say } from "@squire/testkit";
import type { AnsweredCall } from "./ports.ts";
import { rig } from "./testing/rig.ts";

test("MEM-8 (part): what is told on calls stands behind all their outcomes and before the next request", async () => {
  const heard: (readonly AnsweredCall[])[] = [];
  const r = rig([reply(call("look", { key: "a" }), call("look", { key: "b" })), say("done")], {
    ports: {
      factsOnCalls: (calls) => {
        heard.push(calls);
        return Promise.resolve([{ topic: "rule x", text: "use tabs" }]);
      },
    },
  });
  expect((await r.ask("go")).status).toBe("finished");
  expect(
    heard.map((calls) => calls.map(({ name, args, ending }) => ({ name, args, ending }))),
  ).toEqual([
    [
      { name: "look", args: { key: "a" }, ending: "ran" },
      { name: "look", args: { key: "b" }, ending: "ran" },
    ],
  ]);
  const types = r.log.entries.map(({ type }) => type);
  expect(types.indexOf("context")).toBeGreaterThan(types.lastIndexOf("tool_result"));
  expect(JSON.stringify(r.model.requests[1]?.messages.at(-1))).toContain("use tabs");
  expect(JSON.stringify(r.model.requests[0])).not.toContain("use tabs");
});

test("MEM-8 (part): a turn does not fail because a fact could not be had", async () => {
  const r = rig([call("look", { key: "a" }), say("done")], {
    ports: { factsOnCalls: () => Promise.reject(new Error("the disk is gone")) },
  });
  expect((await r.ask("go")).status).toBe("finished");
  expect(r.events.find(({ type }) => type === "warning.raised")).toMatchObject({
    code: "facts.failed",
    message: "Some facts could not be had: the disk is gone",
  });
});
