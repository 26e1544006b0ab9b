import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import { call, say } from "@squire/testkit";
import { retryLastUser } from "./retry-last-user.ts";
import { rig } from "./testing/rig.ts";

test("LOOP-18: the last user message is given back and the leaf moves before it", async () => {
  const r = rig([say("a"), call("look", { key: "k" }), say("b")], {
    ports: { todos: () => [] },
  });
  await r.ask("first");
  const before = r.log.entries.at(-1)?.id;
  await r.ask("second");
  expect(retryLastUser(r.log.entries)).toEqual({
    leaf: { type: "leaf", targetId: before ?? "" },
    message: userText("second"),
    text: "second",
  });
});

test("LOOP-18: what Squire said itself is passed over; an empty branch has nothing to give", async () => {
  const r = rig([say(""), say("b")]);
  await r.ask("only");
  expect(retryLastUser(r.log.entries)).toMatchObject({ text: "only", leaf: { targetId: null } });
  expect(retryLastUser([])).toBeNull();
});
