import { expect, test } from "bun:test";
import { hang, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";
import type { ApiRig } from "./testing/api-rig.ts";

/** Answers a turn, or a request for notes. */
const answering = ({ json }: { readonly json: unknown }) =>
  JSON.stringify(json).includes('"tools"') ? say("Yes.") : say("They spoke of foxes.");

/** Two turns, and the entry after the first of them. */
async function twoTurns(rig: ApiRig) {
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  for (const message of ["about lamps", "about foxes"]) {
    await client.call("chat.send", { sessionKey, message });
    await events.next("turn.finished");
  }
  const { nodes } = await client.call("sessions.tree", { sessionKey });
  const first = nodes.findIndex(({ text }) => text.includes("about lamps"));
  return { client, sessionKey, events, entryId: nodes[first + 1]?.entryId ?? "", nodes };
}

test("CMP-12 (part): a face leaves a branch with notes, hears that they are taken, and sees them", async () => {
  await using rig = await apiRig(answering);
  const { client, sessionKey, events, entryId } = await twoTurns(rig);
  const requests = rig.server.requests.length;
  const forecast = await client.call("navigate.preview", { sessionKey, entryId });
  expect(forecast).toMatchObject({ model: "mock/m", usual: false, costUsd: null });
  expect(forecast.entries).toBe(2);
  expect(forecast.tokens).toBeGreaterThan(0);
  expect(rig.server.requests).toHaveLength(requests);
  const went = client.call("sessions.navigate", { sessionKey, entryId, summarise: true });
  const started = await events.next("summary.started");
  expect(started).toMatchObject({ entries: forecast.entries, tokens: forecast.tokens });
  const { summaryId } = started;
  expect(await events.next("summary.finished")).toMatchObject({ summaryId });
  expect(await went).toMatchObject({ moved: true, summary: "They spoke of foxes." });
  const restored = await events.next("session.restored");
  expect(restored.reason).toBe("branch");
  // The turn before them is over, and they are what the branch ends with.
  expect(restored.events.slice(-2).map(({ event }) => event)).toMatchObject([
    { type: "turn.finished" },
    { type: "summary.finished", summary: "They spoke of foxes." },
  ]);
  await client.call("chat.send", { sessionKey, message: "go on" });
  await events.next("turn.finished");
  const last = rig.server.requests.at(-1)?.bodyText ?? "";
  expect(last).toContain("They spoke of foxes.");
  expect(last).not.toContain("about foxes");
});

test("CMP-12 (part): without a wish the settings decide; a command says it as well", async () => {
  await using rig = await apiRig(answering, {}, "[branch_summary]\nenabled = true\n");
  const { client, sessionKey, entryId } = await twoTurns(rig);
  const preview = await client.call("navigate.preview", { sessionKey, entryId });
  expect(preview.usual).toBe(true);
  const run = (args: string) => client.call("command.run", { sessionKey, name: "tree", args });
  const plain = await run(`${entryId.slice(0, 12)} plain`);
  expect(plain.text).toBe("");
  const { nodes } = await client.call("sessions.tree", { sessionKey });
  expect(nodes.map(({ type }) => type)).not.toContain("branch_summary");
  const back = nodes.findLast(({ text }) => text.includes("Yes."));
  await run(`${back?.entryId ?? ""} plain`);
  expect((await run(entryId)).text).toBe("They spoke of foxes.");
});

test("CMP-13 (part): an abort cancels the notes, and the session is where it was", async () => {
  await using rig = await apiRig(({ json }) =>
    JSON.stringify(json).includes('"tools"') ? say("Yes.") : hang(),
  );
  const { client, sessionKey, events, entryId } = await twoTurns(rig);
  const { session } = await client.call("sessions.get", { sessionKey });
  const went = client.call("sessions.navigate", { sessionKey, entryId, summarise: true });
  const { summaryId } = await events.next("summary.started");
  expect(await client.call("chat.abort", { sessionKey })).toEqual({ ok: true });
  expect(await events.next("summary.failed")).toMatchObject({
    summaryId,
    failure: { code: "aborted" },
  });
  expect(await went).toMatchObject({ moved: false, reason: "It was cancelled." });
  const { messages } = await client.call("chat.history", { sessionKey });
  expect(JSON.stringify(messages)).toContain("about foxes");
  const after = await client.call("sessions.get", { sessionKey });
  // The request for the notes is on record; what the model sees is the same.
  expect(after.messages).toHaveLength(4);
  expect(after.session.turns).toBe(session.turns);
  expect(events.seen.map(({ event }) => event.type)).not.toContain("leaf.changed");
});

test("SES-7 (part): /branch names a place that /tree comes back to", async () => {
  await using rig = await apiRig(answering);
  const { client, sessionKey, events, entryId } = await twoTurns(rig);
  const run = (name: string, args: string) =>
    client.call("command.run", { sessionKey, name, args });
  await run("tree", entryId);
  expect((await run("branch", "lamps")).text).toContain("/tree lamps");
  expect((await run("branch", "")).text).toContain("branch-2");
  const { messages } = await client.call("chat.history", { sessionKey });
  expect(messages).toHaveLength(2);
  await client.call("chat.send", { sessionKey, message: "about owls" });
  await events.next("turn.finished");
  // The name is the last one that was given to the place.
  await run("tree", "branch-2");
  expect((await client.call("chat.history", { sessionKey })).messages).toHaveLength(2);
  expect(await failureOf(run("tree", "lamps"))).toMatchObject({ code: "not_found" });
});

test("LOOP-19 (part): /forget moves the session to the trash and begins another", async () => {
  await using rig = await apiRig(answering);
  const { client, sessionKey } = await twoTurns(rig);
  const gone = await client.call("command.run", { sessionKey, name: "forget" });
  expect(gone.text).toContain("trash");
  const next = gone.sessionKey ?? "";
  expect(next).not.toBe(sessionKey);
  expect((await client.call("chat.history", { sessionKey: next })).total).toBe(0);
  const old = client.call("chat.history", { sessionKey });
  expect(await failureOf(old)).toMatchObject({ code: "not_found" });
  const { sessions } = await client.call("sessions.list", {});
  expect(sessions.map(({ id }) => id)).toEqual([next]);
});
