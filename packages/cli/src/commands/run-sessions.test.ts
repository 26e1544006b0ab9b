import { expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { stat } from "node:fs/promises";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { runCommand } from "./run.ts";

type Place = { readonly server: ScriptedServer; readonly home: TempWorkspace };

async function run(
  { server, home }: Place,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const io = fakeIo({
    cwd: home.root,
    env: { SQUIRE_HOME: home.path("home"), HOME: home.root, ...env },
  });
  await home.write(
    "home/config.toml",
    `default_model = "mock/big"\n[roles]\nsmol = "mock/small"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["big", "small"]\ncontext_window = 100000\n[shell]\nintercept = false\n`,
  );
  const code = await runCommand(invoke("run", ...argv, "--output", "json"), io);
  const { sessionId } = JSON.parse(io.out()) as { sessionId: string };
  return { code, sessionId };
}

const modelOf = (json: unknown): unknown => (json as { model?: unknown } | undefined)?.model;

/** The big model answers, the small one names. */
function namingServer() {
  return startScriptedServer(({ json }) =>
    modelOf(json) === "small" ? say('"Greeting the world".') : say("hi"),
  );
}

test("LOOP-28: a session is named once, by the small model, from its first message", async () => {
  await using server = await namingServer();
  await using home = await tempWorkspace();
  const { sessionId } = await run({ server, home }, ["hello world"]);
  await run({ server, home }, ["again", "--continue"]);
  const session = await sessionStore(home.path("home")).read(sessionId);
  const branch = session.tree.branch();
  expect(branch.filter(({ type }) => type === "title")).toMatchObject([
    { title: "Greeting the world", by: "model" },
  ]);
  const models = server.requests.map(({ json }) => modelOf(json));
  expect(models.filter((model) => model === "small")).toHaveLength(1);
  expect(branch.filter((entry) => entry.type === "usage" && entry.kind === "title")).toHaveLength(
    1,
  );
});

test("LOOP-28: SQUIRE_NO_TITLE keeps the model from being asked", async () => {
  await using server = await namingServer();
  await using home = await tempWorkspace();
  await run({ server, home }, ["hello"], { SQUIRE_NO_TITLE: "1" });
  expect(server.requests.map(({ json }) => modelOf(json))).toEqual(["big"]);
});

test("LOOP-19: a new session begins with an empty log and the same prefix; forgetting deletes", async () => {
  await using server = await namingServer();
  await using home = await tempWorkspace();
  const env = { SQUIRE_NO_TITLE: "1" };
  const first = await run({ server, home }, ["first-words"], env);
  const second = await run({ server, home }, ["other-words"], env);
  expect(second.sessionId).not.toBe(first.sessionId);
  const store = sessionStore(home.path("home"));
  const sent = async (id: string) => {
    const { tree } = await store.read(id);
    return tree
      .branch()
      .flatMap((entry) => (entry.type === "request_sent" ? [entry.prefixHash] : []));
  };
  expect(await sent(second.sessionId)).toEqual(await sent(first.sessionId));
  expect(JSON.stringify(server.requests[1]?.json)).not.toContain("first-words");
  await store.delete(first.sessionId);
  expect((await store.list()).sessions.map(({ id }) => id)).toEqual([second.sessionId]);
});

test("SES-10: --continue goes on with the session of this terminal", async () => {
  await using server = await namingServer();
  await using home = await tempWorkspace();
  const env = (pane: string) => ({ SQUIRE_NO_TITLE: "1", TMUX_PANE: pane });
  const left = await run({ server, home }, ["left"], env("%1"));
  const right = await run({ server, home }, ["right"], env("%2"));
  const again = await run({ server, home }, ["more", "--continue"], env("%1"));
  expect(again.sessionId).toBe(left.sessionId);
  const elsewhere = await run({ server, home }, ["more", "--continue"], env("%3"));
  expect([left.sessionId, right.sessionId]).toContain(elsewhere.sessionId);
});

test("SES-1: a run is a private file under its project, and --session finds it again by its name", async () => {
  await using server = await namingServer();
  await using home = await tempWorkspace();
  const env = { SQUIRE_NO_TITLE: "1" };
  const name = "lamp 日本/../x";
  const first = await run({ server, home }, ["hello", "--session", name], env);
  const again = await run({ server, home }, ["and?", "--session", name], env);
  const other = await run({ server, home }, ["hello", "--session", "another"], env);
  expect(again.sessionId).toBe(first.sessionId);
  expect(other.sessionId).not.toBe(first.sessionId);
  const logs = (await home.list()).filter(
    (file) => file.endsWith(".jsonl") && file.includes("sessions/"),
  );
  const at = /^home\/sessions\/[0-9a-f]{16}\/\d{4}-\d\d-\d\dT[\d-]+Z_[\w-]+\.jsonl$/;
  expect(logs).toHaveLength(2);
  for (const log of logs) {
    expect(log).toMatch(at);
    expect((await stat(home.path(log))).mode & 0o777).toBe(0o600);
  }
  const own = logs.find((log) => log.includes(first.sessionId)) ?? "";
  expect((await home.read(own)).split("\n")[0]).toContain('"name":"lamp_日本____x"');
});
