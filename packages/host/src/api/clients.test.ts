import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { call, hang, reply, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";

const WRITES = [call("write", { path: "b.txt", content: "x" }), say("Done.")];

test("PERM-10: the first answer of any client counts, and all are told", async () => {
  await using rig = await apiRig(WRITES);
  const { client } = rig;
  const web = rig.api.connect({ face: "web", clientId: "web" });
  const sessionKey = await rig.session();
  const [mine, theirs] = [reader(client.events(sessionKey)), reader(web.events(sessionKey))];
  await client.call("chat.send", { sessionKey, message: "go" });
  const { request } = await mine.next("approval.requested");
  expect((await theirs.next("approval.requested")).request).toEqual(request);
  const { approvalId } = request;
  const first = await web.call("exec.deny", { approvalId, reason: "not there" });
  const answer = { verdict: "deny", reason: "not there", by: "web" } as const;
  expect(first).toEqual({ ok: true, answer });
  expect(await client.call("exec.approve", { approvalId })).toEqual({ ok: false, answer });
  // The model is told which edit it was.
  const told = { ...answer, reason: "User rejected this edit to b.txt: not there" };
  expect(await mine.next("approval.answered")).toMatchObject({ approvalId, answer: told });
  expect(await theirs.next("approval.answered")).toMatchObject({ approvalId, answer: told });
  const { outcome } = await mine.next("tool.finished");
  expect(outcome.content).toMatchObject([{ text: `Denied: ${told.reason}` }]);
  await mine.next("turn.finished");
  const unknown = client.call("exec.approve", { approvalId: "nobody" });
  expect(await failureOf(unknown)).toMatchObject({ code: "not_found" });
});

test("GW-9: several clients see the same events in the same order, and each who was away", async () => {
  await using rig = await apiRig([reply(say("One. "), call("read", { path: "a" })), say("Two.")], {
    a: "1\n",
  });
  const sessionKey = await rig.session();
  const one = reader(rig.client.events(sessionKey));
  const two = reader(rig.api.connect({ face: "acp", clientId: "two" }).events(sessionKey));
  await two.next("presence.changed");
  await rig.client.call("chat.send", { sessionKey, message: "go" });
  await one.next("turn.finished");
  await two.next("turn.finished");
  const shared = one.seen.slice(0, two.seen.length);
  expect(two.seen).toEqual(shared);
  for (const { seq } of shared) {
    const again = reader(rig.client.events(sessionKey, seq - 1));
    await again.next("turn.finished");
    expect(again.seen).toEqual(one.seen.slice(seq - 1));
    await again.close();
  }
});

test("presence: who watches is told to all, once per client", async () => {
  await using rig = await apiRig([]);
  const sessionKey = await rig.session();
  const one = reader(rig.client.events(sessionKey));
  const again = reader(rig.client.events(sessionKey));
  await one.next("presence.changed");
  await again.next("session.restored");
  const web = rig.api.connect({ face: "web", clientId: "w" });
  const two = reader(web.events(sessionKey));
  await two.next("session.restored");
  const { clients } = await one.next("presence.changed");
  expect(clients.map(({ clientId }) => clientId)).toEqual(["me", "w"]);
  await web.close();
  const { clients: left } = await one.next("presence.changed");
  expect(left.map(({ clientId }) => clientId)).toEqual(["me"]);
});

test("a session that another process has open is refused in words", async () => {
  await using rig = await apiRig([]);
  const sessionKey = await rig.session();
  const { client } = await rig.another();
  const sent = client.call("chat.send", { sessionKey, message: "x" });
  expect(await failureOf(sent)).toMatchObject({ code: "locked", retryable: true });
  const { total } = await client.call("chat.history", { sessionKey });
  expect(total).toBe(0);
});

test("when the last watcher has gone and nothing runs, the session is free for others", async () => {
  await using rig = await apiRig([say("Hi."), say("Hi again.")]);
  const sessionKey = await rig.session();
  const events = reader(rig.client.events(sessionKey));
  await rig.client.call("chat.send", { sessionKey, message: "one" });
  await events.next("turn.finished");
  await events.close();
  const { client } = await rig.another();
  // The lock is given back when all is written; a host that waits for it would hang here.
  const isFree = () =>
    client.call("sessions.get", { sessionKey }).then(
      () => true,
      () => false,
    );
  while (!(await isFree())) await new Promise(setImmediate);
  const theirs = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "two" });
  await theirs.next("turn.finished");
  expect((await client.call("chat.history", { sessionKey })).total).toBe(4);
});

test("GW-9 (part): who does not read keeps nobody waiting", async () => {
  await using rig = await apiRig([reply(say("One. "), call("read", { path: "a" })), say("Two.")], {
    a: "1\n",
  });
  const sessionKey = await rig.session();
  const lazy = rig.api.connect({ face: "web" }).events(sessionKey)[Symbol.asyncIterator]();
  await lazy.next();
  const events = reader(rig.client.events(sessionKey));
  await rig.client.call("chat.send", { sessionKey, message: "go" });
  await events.next("turn.finished");
  const { value } = await lazy.next();
  expect(value).toEqual(events.seen[1]);
  await lazy.return?.();
});

test("LOOP-7 (part): words that come while the model writes reach the same turn", async () => {
  const script = [reply(say("I will look. "), call("read", { path: "a" })), say("Short then.")];
  await using rig = await apiRig(script, { a: "1\n" });
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  const { runId } = await client.call("chat.send", { sessionKey, message: "go" });
  await events.next("text.delta");
  const sent = await client.call("chat.send", { sessionKey, message: "be short" });
  expect(sent).toMatchObject({ runId, queueId: expect.any(String) });
  expect(await events.next("turn.finished")).toMatchObject({ runId });
  const said = events.seen.flatMap(({ event }) =>
    event.type === "message.added" && event.message.role === "user" ? [event.message.content] : [],
  );
  expect(said).toEqual([[{ type: "text", text: "go" }], [{ type: "text", text: "be short" }]]);
});

const TYPES: readonly AgentEvent["type"][] = [
  "turn.started",
  "message.added",
  "step.started",
  "text.delta",
  "tool.started",
  "approval.requested",
  "tool.finished",
];

for (const type of TYPES) {
  test(`LOOP-9 (part): aborting at ${type} ends the turn once and leaves a session that goes on`, async () => {
    const script = [
      reply(
        say("Looking."),
        call("read", { path: "a" }),
        call("write", { path: "b", content: "x" }),
      ),
      hang(),
    ];
    let asked = 0;
    await using rig = await apiRig(
      () => (asked < script.length ? script[asked++] : null) ?? say("Yes."),
      {
        a: "1\n",
      },
    );
    const { client } = rig;
    const sessionKey = await rig.session();
    const events = reader(client.events(sessionKey));
    const sent = client.call("chat.send", { sessionKey, message: "go" });
    await events.next(type);
    // As soon as it can be named: the turn that was just heard of.
    await client.call("chat.abort", { sessionKey });
    const { runId } = await sent;
    await events.next("turn.aborted");
    asked = script.length;
    await client.call("chat.send", { sessionKey, message: "still there?" });
    await events.next("turn.finished");
    const ends = events.seen.filter(({ event }) =>
      /^turn\.(finished|failed|aborted)$/.test(event.type),
    );
    expect(ends).toHaveLength(2);
    const own = events.seen.filter(({ event }) => "runId" in event && event.runId === runId);
    expect(own.at(-1)?.event.type).toBe("turn.aborted");
  });
}
