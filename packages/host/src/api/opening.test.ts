import { expect, test } from "bun:test";
import { call, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";

test("SES-1 (part): a name begins a session, and finds it again in any process", async () => {
  await using rig = await apiRig([say("Hi.")]);
  const { client } = rig;
  const { sessionKey, resumed } = await client.call("sessions.create", { name: "my work" });
  expect(resumed).toBeUndefined();
  const again = await client.call("sessions.create", { name: "my work" });
  expect(again).toEqual({ sessionKey, resumed: true });
  expect((await client.call("sessions.create", { name: "other" })).sessionKey).not.toBe(sessionKey);
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "hi" });
  await events.next("turn.finished");
  await rig.api.close();
  const { client: later } = await rig.another();
  const found = await later.call("sessions.create", { name: "my work", mode: "chat" });
  expect(found).toEqual({ sessionKey, resumed: true });
  const { session, messages } = await later.call("sessions.get", { sessionKey });
  expect(session.mode).toBe("chat");
  expect(messages).toHaveLength(2);
  const both = later.call("sessions.create", { name: "x", ephemeral: true });
  expect(await failureOf(both)).toMatchObject({ code: "invalid" });
});

test("PERM-9 (part): yolo that was left in a project is confirmed anew, and faces are told", async () => {
  await using rig = await apiRig([]);
  const sessionKey = await rig.session();
  await rig.client.call("trust.set", { sessionKey, trust: "yolo", confirmed: true });
  await rig.api.close();
  const { client } = await rig.another();
  const { sessionKey: next } = await client.call("sessions.create", {});
  const events = reader(client.events(next));
  expect((await events.next("session.restored")).state.trust).toBe("review");
  expect(events.seen).toHaveLength(1);
  // Behind the state: what comes before it is not in the view.
  const warning = await events.next("warning.raised");
  expect(warning).toMatchObject({ code: "trust.yolo", message: expect.stringContaining("/trust") });
});

test("RSLV-3 (part): what was lost with its process is told to faces behind the state", async () => {
  const rules = [{ pattern: "one($A)", rewrite: "two($A)" }];
  const preview = call("ast_edit", { rules, path: "a.ts" });
  const all = '[tools]\nenabled = ["all"]\n';
  await using rig = await apiRig([preview, say("It waits.")], { "a.ts": "one(1);\n" }, all);
  const sessionKey = await rig.session();
  const events = reader(rig.client.events(sessionKey));
  await rig.client.call("chat.send", { sessionKey, message: "rename" });
  await events.next("turn.finished");
  await rig.api.close();
  const { client } = await rig.another();
  const theirs = reader(client.events(sessionKey));
  await theirs.next("session.restored");
  expect(theirs.seen).toHaveLength(1);
  expect(await theirs.next("warning.raised")).toMatchObject({ code: "actions.lost" });
});
