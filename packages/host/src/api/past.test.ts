import { expect, test } from "bun:test";
import { call, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";

const TWO_TURNS = [
  call("write", { path: "a.txt", content: "two\n", overwrite: true }),
  say("Changed."),
  say("Talked."),
];

async function played(script = TWO_TURNS) {
  const rig = await apiRig(script, { "a.txt": "one\n" });
  const { client } = rig;
  const sessionKey = await rig.session();
  await client.call("trust.set", { sessionKey, trust: "auto" });
  const events = reader(client.events(sessionKey));
  for (const message of ["change it", "talk"]) {
    await client.call("chat.send", { sessionKey, message });
    await events.next("turn.finished");
  }
  return { rig, client, sessionKey, events };
}

test("SES-21 (part): a rewind is shown, done and undone, and all who watch begin anew", async () => {
  const { rig, client, sessionKey, events } = await played();
  await using _rig = rig;
  expect(await rig.home.read("work/a.txt")).toBe("two\n");
  const { turns } = await client.call("rewind.points", { sessionKey });
  expect(turns.map(({ turn, text, paths }) => ({ turn, text, paths }))).toEqual([
    { turn: 1, text: "change it", paths: ["a.txt"] },
    { turn: 2, text: "talk", paths: [] },
  ]);
  const to = { type: "turn", turn: 1 } as const;
  const preview = await client.call("rewind.preview", { sessionKey, to });
  expect(preview).toMatchObject({
    what: "both",
    turns: [1, 2],
    files: [{ path: "a.txt", text: "restored" }],
    conflicts: [],
  });
  expect(await rig.home.read("work/a.txt")).toBe("two\n");
  const done = await client.call("rewind.apply", { sessionKey, to });
  expect(done).toMatchObject({ done: true, compose: "change it" });
  expect(await rig.home.read("work/a.txt")).toBe("one\n");
  const { events: kept, state } = await events.next("session.restored");
  expect(kept.filter(({ event }) => event.type === "message.added")).toEqual([]);
  expect(state.trust).toBe("auto");
  expect(await events.next("rewind.applied")).toMatchObject({ turns: 2, files: ["a.txt"] });
  await client.call("command.run", { sessionKey, name: "undo" });
  expect(await rig.home.read("work/a.txt")).toBe("two\n");
  expect((await client.call("chat.history", { sessionKey })).total).toBe(6);
});

test("SES-21 (part): what somebody else has changed is not overwritten unasked", async () => {
  const { rig, client, sessionKey } = await played();
  await using _rig = rig;
  await rig.home.write("work/a.txt", "mine\n");
  const to = { type: "turn", turn: 1 } as const;
  const doubtful = await client.call("rewind.apply", { sessionKey, to });
  expect(doubtful).toMatchObject({ done: false, conflicts: [{ path: "a.txt" }] });
  expect(await rig.home.read("work/a.txt")).toBe("mine\n");
  await client.call("rewind.apply", { sessionKey, to, confirmed: true });
  expect(await rig.home.read("work/a.txt")).toBe("one\n");
  const nowhere = client.call("rewind.preview", { sessionKey, to: { type: "turn", turn: 99 } });
  expect(await failureOf(nowhere)).toMatchObject({ code: "not_found" });
});

test("SES-7 (part): any entry can be gone to, named and forked from", async () => {
  const { rig, client, sessionKey, events } = await played([...TWO_TURNS, say("Other.")]);
  await using _rig = rig;
  const { nodes } = await client.call("sessions.tree", { sessionKey });
  const second = nodes.find(({ text }) => text.includes("talk"));
  const entryId = second?.entryId ?? "";
  await client.call("sessions.label", { sessionKey, entryId, label: "here" });
  const { compose } = await client.call("sessions.navigate", { sessionKey, entryId });
  expect(compose).toBe("talk");
  await client.call("chat.send", { sessionKey, message: "talk differently" });
  await events.next("session.restored");
  await events.next("turn.finished");
  const after = await client.call("sessions.tree", { sessionKey });
  const named = after.nodes.find((node) => node.entryId === entryId);
  expect(named).toMatchObject({ label: "here", active: false, depth: 1 });
  expect(after.nodes.some(({ text, active }) => active && text.includes("differently"))).toBe(true);
  const fork = await client.call("sessions.fork", { sessionKey, entryId });
  const { messages } = await client.call("chat.history", fork);
  expect(JSON.stringify(messages.at(-1))).toContain("talk");
  const { session } = await client.call("sessions.get", fork);
  expect(session.parentSession).toBe(sessionKey);
  const lost = client.call("sessions.navigate", { sessionKey, entryId: "nobody" });
  expect(await failureOf(lost)).toMatchObject({ code: "not_found" });
});

test("SES-6 (part): sessions are listed, named, searched, exported and deleted", async () => {
  const { rig, client, sessionKey } = await played();
  await using _rig = rig;
  await client.call("sessions.rename", { sessionKey, title: "The change" });
  const { sessions } = await client.call("sessions.list", { query: "change" });
  expect(sessions).toMatchObject([{ id: sessionKey, title: "The change", turns: 2 }]);
  const { hits } = await client.call("search", { query: "Talked" });
  expect(hits[0]).toMatchObject({ sessionKey });
  const { text } = await client.call("sessions.export", { sessionKey });
  expect(text).toContain("Changed.");
  const { path } = await client.call("sessions.export", { sessionKey, format: "html", path: "." });
  expect(path).toEndWith(".html");
  await client.call("sessions.delete", { sessionKey });
  expect((await client.call("sessions.list", {})).total).toBe(0);
  const gone = client.call("sessions.get", { sessionKey });
  expect(await failureOf(gone)).toMatchObject({ code: "not_found" });
});

test("PERM-13 (part): why, usage and the window can be asked for", async () => {
  const { rig, client, sessionKey } = await played();
  await using _rig = rig;
  const why = await client.call("why.get", { callId: "call_1" });
  expect(why).toMatchObject({ toolName: "write", decision: { verdict: "allow" } });
  const { total, rows } = await client.call("usage.get", { sessionKey, by: "model" });
  expect(total).toMatchObject({ requests: 3, input: 30, output: 15, costUsd: null });
  expect(rows).toMatchObject([{ key: "mock/m", requests: 3 }]);
  const nobody = client.call("why.get", { callId: "nope" });
  expect(await failureOf(nobody)).toMatchObject({ code: "not_found" });
});
