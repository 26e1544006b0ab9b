import { expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import type { PreListener } from "@squire/session";
import { rejectionOf, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { navigate } from "./navigate.ts";
import type { NavigateInput } from "./navigate.ts";
import { hostFor, talk } from "./testing/live-rig.ts";
import { sessionStore } from "../sessions.ts";

type Rig = { readonly server: ScriptedServer; readonly home: TempWorkspace; readonly id: string };

/** A session of two turns, and the entry after the first of them. */
async function twoTurns(server: ScriptedServer, home: TempWorkspace) {
  const { id } = await talk({ server, home }, ["about lamps", "about foxes"]);
  const { tree } = await sessionStore(home.path("home")).read(id);
  const replies = tree
    .branch()
    .filter((entry) => entry.type === "message" && entry.message.role === "assistant");
  return { id, toId: replies[0]?.id ?? "" };
}

async function go(
  { server, home, id }: Rig,
  toId: string,
  more: Partial<NavigateInput> = {},
  settings = "",
) {
  const host = await hostFor({ server, home, settings });
  await using session = await sessionStore(host.home).open(id);
  const before = session.tree.branch().length;
  const { signal } = new AbortController();
  const result = await navigate({ host, session, toId, signal, ...more });
  return { result, branch: session.tree.branch().slice(), before };
}

const namesOf = (branch: readonly Entry[]): string => JSON.stringify(branch);

/** Answers a turn, or a request for notes. */
const answering = () =>
  startScriptedServer(({ json }) =>
    JSON.stringify(json).includes('"tools"') ? say("Yes.") : say("They spoke of foxes."),
  );

test("CMP-12: leaving a branch with notes, attached where the conversation goes on", async () => {
  await using server = await answering();
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const { id, toId } = await twoTurns(server, home);
  const { result, branch } = await go({ server, home, id }, toId, { summarise: true });
  expect(result).toMatchObject({ type: "moved", summary: "They spoke of foxes." });
  expect(branch.at(-1)).toMatchObject({
    type: "branch_summary",
    summary: "They spoke of foxes.",
  });
  expect(branch.map((entry) => entry.id)).toContain(toId);
  expect(namesOf(branch)).not.toContain("about foxes");
  // The model is told about it with the next request.
  await talk({ server, home }, ["go on"], { id });
  const last = server.requests.at(-1)?.bodyText ?? "";
  expect(last).toContain("They spoke of foxes.");
  expect(last).toContain("about lamps");
  expect(last).not.toContain("about foxes");
});

test("CMP-12: no notes unless they are wanted or the settings say so", async () => {
  await using server = await answering();
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const { id, toId } = await twoTurns(server, home);
  const asked = server.requests.length;
  const plain = await go({ server, home, id }, toId);
  expect(plain.result).toMatchObject({ type: "moved", summary: null });
  expect(server.requests).toHaveLength(asked);
  expect((await go({ server, home, id }, plain.branch.at(-1)?.id ?? "")).result).toEqual({
    type: "here",
  });
  const { id: other, toId: there } = await twoTurns(server, home);
  const set = await go(
    { server, home, id: other },
    there,
    {},
    "[branch_summary]\nenabled = true\n",
  );
  expect(set.result).toMatchObject({ type: "moved", summary: "They spoke of foxes." });
});

test("CMP-13: cancelled while notes are taken, the conversation is where it was", async () => {
  const stop = new AbortController();
  await using server = await startScriptedServer(({ json }) => {
    if (JSON.stringify(json).includes('"tools"')) return say("Yes.");
    stop.abort();
    return say("too late");
  });
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const { id, toId } = await twoTurns(server, home);
  const { result, branch } = await go({ server, home, id }, toId, {
    summarise: true,
    signal: stop.signal,
  });
  expect(result).toMatchObject({ type: "cancelled" });
  expect(namesOf(branch)).toContain("about foxes");
});

test("SES-8: who listens may cancel a move in the tree, or write the notes", async () => {
  await using server = await answering();
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const { id, toId } = await twoTurns(server, home);
  const asked = server.requests.length;
  const closed: PreListener = () => ({ cancel: true, reason: "Stay here." });
  const stayed = await go({ server, home, id }, toId, { before: [closed], summarise: true });
  expect(stayed.result).toEqual({ type: "cancelled", reason: "Stay here." });
  expect(stayed.branch).toHaveLength(stayed.before);
  const writer: PreListener = () => ({ summary: { summary: "Foxes, briefly." } });
  const moved = await go({ server, home, id }, toId, { before: [writer] });
  expect(moved.branch.at(-1)).toMatchObject({
    type: "branch_summary",
    summary: "Foxes, briefly.",
    fromExtension: true,
  });
  expect(server.requests).toHaveLength(asked);
  const nowhere = rejectionOf(go({ server, home, id }, "nowhere"));
  expect(String(await nowhere)).toContain("no entry nowhere");
});
