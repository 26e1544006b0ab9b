import { expect, test } from "bun:test";
import type { AgentEvent, Entry } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { buildTree } from "@squire/session/testing";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { openHost } from "../open.ts";
import { sessionStore } from "../sessions.ts";
import { openLiveSession } from "./live-session.ts";
import { rerunSession } from "./rerun.ts";

async function hostFor(server: ScriptedServer, home: TempWorkspace, window = 100_000) {
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "anthropic"\nbase_url = "${server.url}"\nauth = "none"\nmodels = ["m"]\ncontext_window = ${window}\n`;
  await home.write("home/config.toml", config);
  return openHost({
    env: { SQUIRE_HOME: home.path("home"), PATH: process.env["PATH"] ?? "" },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
}

/** Runs the prompts in one session and gives its id and what was heard. */
async function converse(
  server: ScriptedServer,
  home: TempWorkspace,
  prompts: readonly string[],
  window?: number,
) {
  const host = await hostFor(server, home, window);
  const choice = await host.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  await using session = await sessionStore(host.home).create({ cwd: host.cwd });
  const events: AgentEvent[] = [];
  const { agent } = await openLiveSession({
    host,
    session,
    info: choice.model,
    model: await host.models.open(choice.model),
    mode: "code",
    yes: true,
    tools: true,
    maxSteps: 64,
    budgetUsd: 0,
    emit: (event) => events.push(event),
  });
  for (const prompt of prompts) {
    await agent.prompt(userText(prompt));
    await agent.whenIdle();
  }
  return { host, id: session.header.id, events };
}

test("TRN-5: playing a session again gives the same requests, byte by byte", async () => {
  await using server = await startScriptedServer([
    reply(call("read", { path: "a.txt" }), call("read", { path: "missing.txt" })),
    call("bash", { command: "echo $RANDOM-$$" }),
    call("nonsense", { x: 1 }),
    say("first done"),
    call("write", { path: "b.txt", content: "two\n" }),
    say("second done"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const { host, id } = await converse(server, home, ["go", "and now?"]);
  await home.write("work/a.txt", "changed since\n");
  const recorded = await sessionStore(host.home).read(id);
  expect(await rerunSession(host, recorded)).toEqual({ identical: true, steps: 6 });
  expect(server.requests).toHaveLength(6);
});

/** The outcome of a call with other words. */
function retold(entry: Entry): Entry {
  if (entry.type !== "tool_result") return entry;
  const content = [{ type: "text", text: "two" } as const];
  return { ...entry, outcome: { ...entry.outcome, content } };
}

test("TRN-5: a changed request is named by its step", async () => {
  await using server = await startScriptedServer([call("read", { path: "a.txt" }), say("done")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const { host, id } = await converse(server, home, ["go"]);
  const recorded = await sessionStore(host.home).read(id);
  const tree = buildTree(
    recorded.tree.branch().map((value) => ({ kind: "known", value: retold(value) })),
  );
  expect(await rerunSession(host, { ...recorded, tree })).toMatchObject({
    identical: false,
    firstDifference: { step: 2, what: "request" },
  });
});

test("LOOP-3: within a session every request extends the one before it", async () => {
  const steps = Array.from({ length: 12 }, (_, n) =>
    call("read", { path: n % 2 ? "a.txt" : "b.txt", offset: n }),
  );
  await using server = await startScriptedServer([...steps, say("done")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n", "work/b.txt": "two\n" });
  await converse(server, home, ["go"]);
  const marker = /,"cache_control":\{"type":"ephemeral"\}/g;
  const bodies = server.requests.map(({ bodyText }) => bodyText.replaceAll(marker, ""));
  for (const [n, body] of bodies.entries()) {
    if (n > 0) expect(body.startsWith((bodies[n - 1] ?? "").replace(/[\]}]+$/, ""))).toBe(true);
  }
});

test("CMP-2: a full session is compacted at the end of a turn, and goes on", async () => {
  const long = "word ".repeat(6000);
  await using server = await startScriptedServer(({ json }) => {
    const text = JSON.stringify(json);
    if (!text.includes('"tools"')) return say("They talked about words.");
    return text.includes("next question")
      ? say("short answer")
      : say(long, { usage: { input: 9000, output: 8000 } });
  });
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const prompts = ["Write a lot. Always answer in English.", "more", "more still", "next question"];
  const { events } = await converse(server, home, prompts, 30_000);
  const finished = events.filter(({ type }) => type === "compaction.finished");
  expect(finished.length).toBeGreaterThan(0);
  const last = server.requests.at(-1)?.bodyText ?? "";
  expect(last).toContain("Write a lot. Always answer in English.");
  expect(last).toContain("They talked about words.");
  expect(events.at(-1)).toMatchObject({ type: "turn.finished" });
});
