import { expect, test } from "bun:test";
import type { EntryDraft, QueueItem } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { fileStore } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { call, FakeClock, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { sessionPorts, sessionStore } from "../sessions.ts";
import { openLiveSession } from "./live-session.ts";
import { wishesOf } from "./resume.ts";
import { hostFor, readBack, talk } from "./testing/live-rig.ts";

const DAY_MS = 86_400_000;

async function append(home: TempWorkspace, id: string, ...drafts: readonly EntryDraft[]) {
  await using session = await sessionStore(home.path("home")).open(id);
  for (const draft of drafts) await session.append(draft);
}

function bodies(server: ScriptedServer): readonly string[] {
  const marker = /,"cache_control":\{"type":"ephemeral"\}/g;
  return server.requests.map(({ bodyText }) => bodyText.replaceAll(marker, ""));
}

function waiting(queueId: string, delivery: QueueItem["delivery"]): EntryDraft<"queued"> {
  return { type: "queued", queueId, message: userText(`queued as ${queueId}`), delivery };
}

test("SES-9, SES-18: what was waiting when the process died is shown and sent at the next opening", async () => {
  await using server = await startScriptedServer([say("one"), say("two"), say("three")]);
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const rig = { server, home };
  const { id } = await talk(rig, ["hello"]);
  const gone: EntryDraft = { type: "queued", queueId: "gone", message: null, delivery: "steer" };
  const left = [
    waiting("later", "follow_up"),
    waiting("gone", "steer"),
    gone,
    waiting("now", "steer"),
  ];
  await append(home, id, ...left);

  const { events } = await talk(rig, ["back"], { id });
  expect(events[0]).toMatchObject({
    type: "queue.changed",
    items: [
      { queueId: "later", delivery: "follow_up" },
      { queueId: "now", delivery: "steer" },
    ],
  });
  const [, second = "", third = ""] = bodies(server);
  expect(second).toMatch(/queued as now.*back/s);
  expect(second).not.toContain("queued as later");
  expect(third).toContain("queued as later");
  expect(third).not.toContain("queued as gone");
  expect(events.at(-1)).toMatchObject({ type: "turn.finished" });
  await using session = await sessionStore(home.path("home")).open(id);
  expect(session.state().queue).toEqual([]);
});

test("SES-9: mode, trust, plan, todo and active tools are as the log left them", async () => {
  await using server = await startScriptedServer([
    say("one"),
    reply(call("bash", { command: "echo 1" }), call("read", { path: "a.txt" })),
    say("two"),
    say("reminded"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "text" });
  const rig = { server, home };
  const { id } = await talk(rig, ["hello"]);
  const plan = { markdown: "# Plan", steps: [] };
  const item = { id: "t1", text: "write it down", status: "open" } as const;
  await append(
    home,
    id,
    { type: "trust_change", trust: "auto" },
    { type: "mode_change", mode: "plan" },
    { type: "tools_change", active: ["read"] },
    { type: "plan", change: "approved", plan },
    { type: "todo", items: [item] },
  );
  const host = await hostFor(rig);
  await using session = await sessionStore(host.home).open(id);
  const choice = await host.models.choose(wishesOf(session));
  if (!choice.ok) throw new Error(choice.failure.message);
  const live = await openLiveSession({
    host,
    session,
    info: choice.model,
    model: await host.models.open(choice.model),
    yes: true,
    tools: true,
    maxSteps: 9,
    budgetUsd: 0,
    emit: () => {},
  });
  expect(live).toMatchObject({ mode: "plan", trust: "auto" });
  expect(live.agent.settings.mode).toBe("plan");
  expect(session.state()).toMatchObject({ plan, todo: [item], activeTools: ["read"] });
  await live.agent.prompt(userText("go on"));
  const [, body, , last] = server.requests.map(({ json }) => JSON.stringify(json));
  expect(body).toContain('"name":"read"');
  expect(body).not.toContain('"name":"bash"');
  expect(body).toContain("You are in plan mode");
  expect(last).toContain("write it down");
});

test("MODL-11: a session goes on with its model as long as that can be asked", async () => {
  await using server = await startScriptedServer(() => say("hi"));
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const rig = { server, home };
  const { id } = await talk(rig, ["one"], { model: "other/n" });
  await talk(rig, ["two"], { id });
  await talk(rig, ["three"], { id, model: "mock/m" });
  await talk(rig, ["four"], { id });
  const models = (session: Awaited<ReturnType<typeof readBack>>) =>
    session.tree.branch().flatMap((e) => (e.type === "request_sent" ? [e.model] : []));
  expect(models(await readBack(rig, id))).toEqual(["other/n", "other/n", "mock/m", "mock/m"]);

  await append(home, id, { type: "model_change", model: "gone/x", temporary: false });
  const host = await hostFor(rig);
  await using session = await sessionStore(host.home).open(id);
  expect(await host.models.choose(wishesOf(session))).toMatchObject({
    ok: true,
    model: { provider: "mock", id: "m" },
    insteadOf: "gone/x",
  });
});

test("MODL-17, SES-9: thinking stays; a change of it is logged and breaks the prefix", async () => {
  await using server = await startScriptedServer(() => say("hi"));
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const rig = { server, home };
  const { id } = await talk(rig, ["one"], { model: "other/n" });
  await talk(rig, ["two"], { id, thinking: "high" });
  await talk(rig, ["three"], { id });
  const branch = (await readBack(rig, id)).tree.branch();
  expect(branch.filter((e) => e.type === "thinking_change")).toHaveLength(1);
  expect(branch.flatMap((e) => (e.type === "prefix_break" ? [e.cause] : []))).toEqual(["model"]);
  const levels = branch.flatMap((e) => (e.type === "request_sent" ? [e.options?.thinking] : []));
  expect(levels).toEqual([undefined, "high", "high"]);
});

test("SES-9: instructions or tools that changed are announced before the first request", async () => {
  await using server = await startScriptedServer(() =>
    say("hi", { usage: { input: 1_234, output: 1 } }),
  );
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const rig = { server, home };
  const { id } = await talk(rig, ["one"]);
  const changed = async (opening: Parameters<typeof talk>[2]) => {
    const { events } = await talk(rig, ["more"], { id, ...opening });
    return events.flatMap((e) => (e.type === "prefix.changed" ? [[e.cause, e.tokensLost]] : []));
  };
  expect(await changed({})).toEqual([]);
  expect(await changed({ appendSystem: "Be brief." })).toEqual([["system", 1_234]]);
  expect(await changed({ appendSystem: "Be brief.", tools: false })).toEqual([["tools", 1_234]]);
  const branch = (await readBack(rig, id)).tree.branch();
  for (const [at, entry] of branch.entries()) {
    if (entry.type === "prefix_break") expect(branch[at + 1]?.type).toBe("request_sent");
  }
});

/** A session that began so many days ago. */
async function begunBefore(home: TempWorkspace, days: number): Promise<OpenSession> {
  const clock = new FakeClock(Date.now() - days * DAY_MS);
  const store = fileStore({ ...sessionPorts(), clock }, home.path("home"));
  return store.create({ cwd: home.path("work") });
}

test("LOOP-26, LOOP-27: a session that goes on another day keeps its prefix and is told the date", async () => {
  await using server = await startScriptedServer(() => say("hi"));
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const rig = { server, home };
  await using old = await begunBefore(home, 3);
  const { id } = old.header;
  await old.append({ type: "title", title: "Old", by: "user" });
  await old.close();
  await talk(rig, ["one"], { id });
  await talk(rig, ["two", "three"], { id });
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const [first = "", , third = ""] = bodies(server);
  expect(first).toContain(`- Date: ${day(old.header.createdAt)}`);
  const branch = (await readBack(rig, id)).tree.branch();
  const told = branch.flatMap((e) => (e.type === "context" ? [e.text] : []));
  expect(told).toEqual([`Today is ${day(Date.now())}.`]);
  expect(third.startsWith(first.replace(/[\]}]+$/, ""))).toBe(true);
  expect(branch.filter((e) => e.type === "prefix_break")).toEqual([]);

  // A fork is as old as what it was made from.
  const fork = await sessionStore(home.path("home")).fork(id);
  await talk(rig, ["four"], { id: fork.id });
  const forked = (await readBack(rig, fork.id)).tree.branch();
  expect(forked.filter((e) => e.type === "prefix_break")).toEqual([]);

  // What a summary has replaced is told again.
  const lastId = branch.at(-1)?.id ?? "";
  const compaction = { summary: "They talked.", firstKeptId: lastId, tokensBefore: 9 };
  await append(home, id, { type: "compaction", ...compaction });
  await talk(rig, ["five"], { id });
  expect(bodies(server).at(-1)).toContain(`Today is ${day(Date.now())}.`);
});
