import { expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { userText } from "@squire/protocol/values";
import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import {
  call,
  fail,
  FakeClock,
  hang,
  reply,
  say,
  startScriptedServer,
  tempWorkspace,
} from "@squire/testkit";
import type { RecordedRequest, ScriptedServer, TempWorkspace, Turn } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { checkPrefixes } from "../testing/prefix-check.ts";
import type { BreakCause } from "../testing/prefix-check.ts";
import { rerunCommand } from "./rerun.ts";
import { runCommand } from "./run.ts";

const DAY_MS = 86_400_000;
const WINDOW = 100_000;
const WANTED: ReadonlySet<BreakCause> = new Set<BreakCause>([
  "compaction",
  "mode",
  "model",
  "prune",
  "shrink",
  "tools",
]);

/** A model that does what it is told to: the replies of a run wait here. */
class Model {
  readonly replies: Turn[] = [];
  /** Called when it says no more: somebody loses patience. */
  onSilence: () => void = () => {};

  answer = ({ bodyText }: RecordedRequest): Turn => {
    const usage = { input: Math.ceil(bodyText.length / 4), output: 50 };
    if (bodyText.includes("You write notes")) return { ...say("Notes: files were read."), usage };
    const reply = this.replies.shift() ?? say("Nothing more to do.");
    if (reply.ending.type === "hang") setTimeout(this.onSilence);
    return reply.ending.type === "finish" ? { ...reply, usage } : reply;
  };
}

type Work = {
  readonly server: ScriptedServer;
  readonly home: TempWorkspace;
  readonly model: Model;
};

async function configure({ server, home }: Work): Promise<void> {
  const provider = (name: string, kind: string, base: string): string =>
    `[[providers]]\nname = "${name}"\nkind = "${kind}"\nbase_url = "${base}"\nauth = "none"\nmodels = ["m"]\ncontext_window = ${WINDOW}\n`;
  const first = provider("first", "openai", `${server.url}/v1`);
  const second = provider("second", "anthropic", server.url);
  await home.write("home/config.toml", `default_model = "first/m"\n${first}${second}`);
}

/** One process: `squire run …`. */
async function squire({ home, model }: Work, replies: readonly Turn[], ...argv: readonly string[]) {
  model.replies.splice(0, Infinity, ...replies);
  const stop = new AbortController();
  model.onSilence = () => stop.abort("interrupt");
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  const io = fakeIo({ cwd: home.path("work"), env, signal: stop.signal });
  const code = await runCommand(invoke("run", ...argv), io);
  return { code, err: io.err() };
}

let files = 0;

/** So many steps with different reads, then an answer. */
function steps(count: number): readonly Turn[] {
  const reads = Array.from({ length: count - 1 }, () => {
    const path = `${files++ % 20}.txt`;
    return reply(say(`Step ${files}.`), call("read", { path, offset: 1 + (files % 7), limit: 30 }));
  });
  return [...reads, say(`Answer ${files}.`)];
}

/** A session that began yesterday, still empty, with a message that a killed process left behind. */
async function yesterdaysSession(home: TempWorkspace): Promise<string> {
  const clock = new FakeClock(Date.now() - DAY_MS);
  const ids = () => crypto.randomUUID();
  const ports = { disk: nodeDisk(), clock, ids, processes: systemProcesses() };
  const store = fileStore(ports, home.path("home"));
  await using session = await store.create({ cwd: home.path("work") });
  return session.header.id;
}

async function leaveWaiting(home: TempWorkspace, id: string, text: string): Promise<void> {
  await using session = await sessionStore(home.path("home")).open(id);
  const message = userText(text);
  await session.append({ type: "queued", queueId: "q1", message, delivery: "follow_up" });
}

async function workspace() {
  const lines = (n: number): string =>
    Array.from({ length: 60 }, (_, at) => `file ${n} line ${at} ${"x".repeat(30)}`).join("\n");
  return tempWorkspace(
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`work/${n}.txt`, lines(n)])),
  );
}

test("LOOP-3, LOOP-16, SES-9: 300 steps over many processes break the prefix only where the log says so", async () => {
  const model = new Model();
  await using server = await startScriptedServer(model.answer);
  await using home = await workspace();
  const work = { server, home, model };
  await configure(work);
  const id = await yesterdaysSession(home);
  const on = ["--resume", id];
  await squire(work, steps(30), "look around", ...on);
  await squire(work, steps(30), "go on", "--continue");
  const planned = await squire(work, steps(20), "plan it", ...on, "--mode", "plan");
  await squire(work, steps(20), "plan more", ...on);
  await squire(work, steps(25), "do it", ...on, "--mode", "code");
  await squire(work, steps(30), "and this", ...on);
  await squire(work, [fail("bad_request", "no")], "fail", ...on);
  const stopped = await squire(
    work,
    [...steps(5).slice(0, 4), reply(say("Well…"), hang())],
    "stop",
    ...on,
  );
  await squire(work, steps(40), "more", ...on);
  const switched = await squire(work, steps(25), "change", ...on, "--model", "second/m");
  await squire(work, steps(30), "still there", ...on);
  await squire(work, steps(9), "too long", ...on, "--max-steps", "5");
  const tooLong = fail("overflow", "prompt is too long: 100001 tokens > 100000 maximum");
  await squire(work, [...steps(10).slice(0, 9), tooLong, ...steps(16)], "overflow", ...on);
  await leaveWaiting(home, id, "what was I saying?");
  const queued = await squire(work, [...steps(15), ...steps(6)], "the end", ...on);

  const { tree } = await sessionStore(home.path("home")).read(id);
  const branch = tree.branch();
  const bodies = server.requests.map(({ bodyText }) => bodyText);
  const check = checkPrefixes(branch, bodies, WANTED);
  const turns = branch.filter((e) => e.type === "request_sent" && e.kind === "turn").length;
  expect(turns).toBeGreaterThanOrEqual(300);
  expect(check.faults).toEqual([]);
  expect(check.hits / check.ideal).toBeGreaterThanOrEqual(0.98);
  expect(count(check.causes)).toEqual({ mode: 2, model: 1, tools: 2, compaction: 2 });
  expect(branch.flatMap((e) => (e.type === "compaction" ? [e.reason] : []))).toEqual([
    "threshold",
    "overflow",
  ]);

  expect(stopped.code).toBe(130);
  // What was restored and what was said about it.
  expect(planned.err).toContain("the mode has changed: the prompt cache starts anew (");
  expect(switched.err).toContain("the model has changed: the prompt cache starts anew (");
  expect(queued.err).toContain("waiting since last time: what was I saying?");
  const modes = branch.flatMap((e) => (e.type === "mode_change" ? [e.mode] : []));
  const models = branch.flatMap((e) => (e.type === "model_change" ? [e.model] : []));
  expect([modes, models]).toEqual([["plan", "code"], ["second/m"]]);
  const dates = branch.filter((e) => e.type === "context" && e.topic === "date");
  expect(dates.length).toBeGreaterThan(0);
  // In code, in plan mode, and without tools for the forced summary.
  expect(branch.filter((e) => e.type === "prefix")).toHaveLength(3);

  // The same session, played again.
  const io = fakeIo({ cwd: home.path("work"), env: { SQUIRE_HOME: home.path("home") } });
  expect(await rerunCommand(invoke("rerun", id, "--json"), io)).toBe(0);
  expect(JSON.parse(io.out())).toEqual({ identical: true, steps: turns });

  // Planted twins: the checker sees what it is there for.
  const unrecorded = branch.filter((e) => e.type !== "prefix_break");
  expect(checkPrefixes(unrecorded, bodies, WANTED).faults).toHaveLength(7);
  // Fourteen runs and one more: a busy core takes two minutes.
}, 300_000);

test("LOOP-27: instructions that change with the time would be found (planted twin)", async () => {
  const model = new Model();
  await using server = await startScriptedServer(model.answer);
  await using home = await workspace();
  const work = { server, home, model };
  await configure(work);
  for (let n = 0; n < 8; n++) {
    await squire(work, steps(6), "go", "--continue", "--append-system-prompt", `It is 12:0${n}.`);
  }
  const store = sessionStore(home.path("home"));
  const [session] = (await store.list(home.path("work"))).sessions;
  const branch = (await store.read(session?.id ?? "")).tree.branch();
  const bodies = server.requests.map(({ bodyText }) => bodyText);
  const check = checkPrefixes(branch, bodies, WANTED);
  expect(count(check.causes)).toEqual({ system: 7 });
  expect(check.faults).toEqual([]);
  expect(check.hits / check.ideal).toBeLessThan(0.98);
});

function count(causes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const cause of causes) counts[cause] = (counts[cause] ?? 0) + 1;
  return counts;
}
