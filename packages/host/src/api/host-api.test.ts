import { expect, test } from "bun:test";
import { call, hang, reply, say, think } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";

test("GW-6 (part): a turn from send to its end, heard in order", async () => {
  await using rig = await apiRig(
    [reply(think("hm"), say("Looking."), call("read", { path: "a.txt" })), say("It says hello.")],
    { "a.txt": "hello\n" },
  );
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  const { state } = await events.next("session.restored");
  expect(state).toMatchObject({ mode: "code", trust: "review", model: "mock/m", running: false });
  const { runId } = await client.call("chat.send", { sessionKey, message: "what is in a.txt?" });
  const finished = await events.next("turn.finished");
  expect(finished).toMatchObject({ runId, reason: "stop" });
  const types = events.seen.map(({ event }) => event.type);
  expect(types.filter((type) => !type.endsWith(".delta"))).toEqual([
    "session.restored",
    "presence.changed",
    "session.updated",
    "turn.started",
    "message.added",
    "step.started",
    "message.added",
    "usage.reported",
    "context.changed",
    "tool.started",
    "tool.finished",
    "step.finished",
    "step.started",
    "message.added",
    "usage.reported",
    "context.changed",
    "step.finished",
    "turn.finished",
  ]);
  expect(events.seen.map(({ seq }) => seq)).toEqual(events.seen.map((_, index) => index + 1));
});

test("LOOP-7 (part): what is sent while a turn runs steers it", async () => {
  await using rig = await apiRig([
    call("write", { path: "b.txt", content: "x" }),
    say("As you wish."),
  ]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "go" });
  const { request } = await events.next("approval.requested");
  const sent = await client.call("chat.send", { sessionKey, message: "say please" });
  expect(sent.queueId).toBeString();
  await client.call("exec.approve", { approvalId: request.approvalId });
  await events.next("turn.finished");
  const asked = rig.server.requests.at(-1);
  expect(JSON.stringify(asked?.json)).toContain("say please");
});

test("PROT-8 (part): a turn that hangs is aborted, and nothing of it follows", async () => {
  await using rig = await apiRig([hang()]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  const { runId } = await client.call("chat.send", { sessionKey, message: "go" });
  await events.next("step.started");
  expect(await client.call("chat.abort", { runId })).toEqual({ ok: true });
  await events.next("turn.aborted");
  expect(await client.call("chat.abort", { runId })).toEqual({ ok: false });
});

test("GW-8 (part): what does not fit is refused in words", async () => {
  await using rig = await apiRig([]);
  const { client } = rig;
  const wrong = client.call("chat.send", { sessionKey: "", message: "x" });
  expect(await failureOf(wrong)).toMatchObject({ code: "invalid" });
  const nowhere = client.call("chat.send", { sessionKey: "nope", message: "x" });
  expect(await failureOf(nowhere)).toMatchObject({ code: "not_found" });
});
