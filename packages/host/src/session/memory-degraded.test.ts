import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import type { AgentEvent } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { memoryPath, openMemory } from "../memory/open-memory.ts";
import { refreshMemory } from "../memory/refresh.ts";
import { openHost } from "../open.ts";
import type { Host } from "../open.ts";
import { sessionStore } from "../sessions.ts";
import { openLiveSession } from "./live-session.ts";

const FACT = "The staging server is called heron and listens on port 4000.";
const PROMPT = "Which port does the staging server listen on?";
const SEARCH = { query: "port of the staging server" };

/** Answers each text with the same vector: no model is loaded for it. */
const embeddings: Host["fetch"] = (_url, init) => {
  const { input } = JSON.parse(String(init?.body)) as { readonly input: readonly string[] };
  const data = input.map((_, index) => ({ index, embedding: [1, 0, 0, 0, 0, 0, 0, 0] }));
  return Promise.resolve(Response.json({ data }));
};

type Spoiling = {
  /** Before the session begins; the index of a past session is there. */
  readonly before?: (database: string) => void;
  /** Between its two turns. */
  readonly between?: (database: string) => void;
};

type Ran = {
  readonly warnings: readonly string[];
  /** Of the searches, one in each turn. */
  readonly found: readonly string[];
  readonly failed: readonly unknown[];
  /** Something was put beside the first prompt. */
  readonly isRecalled: boolean;
};

/** Two turns, each with what is recalled by itself and a search by the model. */
async function twoTurns({ before, between }: Spoiling): Promise<Ran> {
  await using server = await startScriptedServer([
    call("memory_search", SEARCH),
    say("one"),
    call("memory_search", SEARCH),
    say("two"),
  ]);
  const provider = (name: string, kind: string): string =>
    `[[providers]]\nname = "${name}"\nkind = "${kind}"\nbase_url = "${server.url}"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n`;
  const config = `default_model = "mock/m"\n${provider("mock", "anthropic")}${provider("other", "openai")}[memory]\nembedding_model = "other/e"\n`;
  await using home = await tempWorkspace({ "home/config.toml": config, "work/.git/HEAD": "" });
  const opened = await openHost({
    env: { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
  const host = { ...opened, fetch: embeddings };
  await pastSession(host);
  before?.(memoryPath(host.home));
  const events: AgentEvent[] = [];
  await converse(host, events, () => between?.(memoryPath(host.home)));
  server.assertDone();
  const first = JSON.stringify(server.requests[0]?.json);
  return { ...ranOf(events), isRecalled: first.includes("From memory, found by") };
}

async function pastSession(host: Host): Promise<void> {
  {
    await using past = await sessionStore(host.home).create({ cwd: host.cwd });
    const message = { role: "user", content: [{ type: "text", text: FACT }] } as const;
    await past.append({ type: "message", message, status: "complete" });
  }
  using memory = await openMemory(host, { notice: () => {} });
  if (memory === null) throw new Error("memory is off");
  await refreshMemory(host, memory.index);
  await memory.index.embed();
}

async function converse(host: Host, events: AgentEvent[], between: () => void): Promise<void> {
  const choice = await host.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  const model = await host.models.open(choice.model);
  await using session = await sessionStore(host.home).create({ cwd: host.cwd });
  await using live = await openLiveSession({
    host,
    session,
    info: choice.model,
    model,
    yes: false,
    tools: true,
    maxSteps: 8,
    budgetUsd: 0,
    emit: (event) => void events.push(event),
  });
  await live.agent.prompt(userText(PROMPT));
  between();
  await live.agent.prompt(userText(PROMPT));
}

function ranOf(events: readonly AgentEvent[]): Omit<Ran, "isRecalled"> {
  const texts = (type: AgentEvent["type"]): readonly AgentEvent[] =>
    events.filter((event) => event.type === type);
  expect(texts("turn.finished")).toHaveLength(2);
  const outcomes = events.flatMap((event) =>
    event.type === "tool.finished" ? [event.outcome] : [],
  );
  return {
    warnings: events.flatMap((event) =>
      event.type === "warning.raised" && event.code === "memory" ? [event.message] : [],
    ),
    found: outcomes.map(({ content }) => JSON.stringify(content)),
    failed: [...texts("turn.failed"), ...outcomes.filter(({ failed }) => failed)],
  };
}

/** The head stays, so that it opens; what lies behind is lost. */
function spoilPages(database: string): void {
  const bytes = readFileSync(database);
  bytes.fill(0x5a, 4096 * 2);
  writeFileSync(database, bytes);
}

function remove(database: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(database + end, { force: true });
}

const bothFound = [expect.stringContaining("heron"), expect.stringContaining("heron")];

test("MEM-12: with a whole index nothing is said, and both turns find what is there", async () => {
  expect(await twoTurns({})).toEqual({
    warnings: [],
    found: bothFound,
    failed: [],
    isRecalled: true,
  });
});

test("MEM-12: an index that is no database is made again: one line, and the turns go on", async () => {
  const before = (database: string): void => {
    remove(database);
    writeFileSync(database, "this is no database, however long it is ".repeat(200));
  };
  const { warnings, isRecalled, ...rest } = await twoTurns({ before });
  expect(warnings).toEqual([expect.stringContaining("was damaged; it is made again")]);
  expect(rest).toEqual({ found: bothFound, failed: [] });
  expect(isRecalled).toBe(false);
});

test("MEM-12: an index that opens and is damaged inside is made again: one line, and the turns go on", async () => {
  const { warnings, isRecalled, ...rest } = await twoTurns({ before: spoilPages });
  expect(warnings).toEqual([expect.stringContaining("was damaged; it is made again")]);
  expect(rest).toEqual({ found: bothFound, failed: [] });
  expect(isRecalled).toBe(false);
});

test("MEM-12: an index that is damaged under a session: one line at most, and the turns go on", async () => {
  const between = (database: string): void => {
    truncateSync(database, 0);
    for (const end of ["", "-wal"]) writeFileSync(database + end, "no database".repeat(9_000));
  };
  // SQLite may still know all it needs; what it has to read it finds damaged.
  const { warnings, isRecalled, ...rest } = await twoTurns({ between });
  expect(warnings.filter((one) => !one.includes("was damaged; it is made again"))).toEqual([]);
  expect(warnings.length).toBeLessThanOrEqual(1);
  expect(rest).toEqual({ found: bothFound, failed: [] });
  expect(isRecalled).toBe(true);
});

test("MEM-12: an index that is deleted under a session is made again: one line, and the turns go on", async () => {
  const { warnings, isRecalled, ...rest } = await twoTurns({ between: remove });
  expect(warnings).toEqual([expect.stringContaining("was deleted; it is made again")]);
  expect(rest).toEqual({ found: bothFound, failed: [] });
  expect(isRecalled).toBe(true);
});

test("MEM-12: where no index can be written it lasts as long as the session: one line, and the turns go on", async () => {
  // A folder in its way: what a home that cannot be written looks like, also to root.
  const before = (database: string): void => {
    remove(database);
    mkdirSync(database);
  };
  const { warnings, isRecalled, ...rest } = await twoTurns({ before });
  expect(warnings).toEqual([expect.stringContaining("cannot be written")]);
  expect(rest).toEqual({ found: bothFound, failed: [] });
  expect(isRecalled).toBe(false);
});
