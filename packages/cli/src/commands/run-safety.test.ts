import { expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { stat } from "node:fs/promises";
import { invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { showCommand } from "./audit.ts";
import { runCommand } from "./run.ts";
import { whyCommand } from "./why.ts";

type Machine = { readonly server: ScriptedServer; readonly home: TempWorkspace };

function configFor({ url }: ScriptedServer, settings: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n${settings}`;
}

async function run({ server, home }: Machine, argv: readonly string[], settings = SETTINGS) {
  await home.write("home/config.toml", configFor(server, settings));
  const io = ioAt(home);
  const code = await runCommand(invoke("run", "go", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

const SETTINGS = '[shell]\nintercept = false\n[sandbox]\nbash = "off"\n';
const touch = (path: string) => call("bash", { command: `touch ${path}` });

test("PERM-20: rules of a run hold in it, are in its log, and end with it", async () => {
  await using server = await startScriptedServer([
    touch("a"),
    say("done"),
    touch("b"),
    say("could not"),
  ]);
  await using home = await tempWorkspace({ "work/x": "" });
  const argv = ["--allow", "bash(touch *)", "--deny", "write", "--session", "s"];
  expect(await run({ server, home }, argv)).toMatchObject({ code: 0, err: "" });
  expect(await home.list()).toContain("work/a");
  const store = sessionStore(home.path("home"));
  const { tree, header } = await store.read("s", home.path("work"));
  expect(tree.branch().filter(({ type }) => type === "custom")).toMatchObject([
    { customType: "squire.rules", data: { allow: ["bash(touch *)"], deny: ["write"] } },
  ]);
  const started = tree.branch().find(({ type }) => type === "tool_started");
  const why = ioAt(home);
  const callId = started?.type === "tool_started" ? started.callId : "";
  await whyCommand(invoke("why", callId, "--in-session", header.id), why);
  expect(why.out()).toContain("[bash(touch *) --allow]");
  expect((await run({ server, home }, ["--session", "s"])).code).toBe(3);
  expect(await home.list()).not.toContain("work/b");
});

test("PERM-20 (part): a deny rule of a run outranks --yes", async () => {
  await using server = await startScriptedServer([touch("a"), say("could not")]);
  await using home = await tempWorkspace({ "work/x": "" });
  const ran = await run({ server, home }, ["--yes", "--deny", "bash(touch *)"]);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(await home.list()).not.toContain("work/a");
});

test.each(["--deny", "--ask", "--allow"])(
  "PERM-20 (part): %s with what is no rule is wrong usage, before anything runs",
  async (flag) => {
    await using server = await startScriptedServer([]);
    await using home = await tempWorkspace({ "work/x": "" });
    const ran = await run({ server, home }, ["--yes", flag, "bash("]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(`${flag}: the rule bash( has no closing parenthesis at its end`);
    expect(server.requests).toEqual([]);
    expect((await home.list()).filter((path) => path.includes("sessions"))).toEqual([]);
  },
);

test.each([
  ['deny = ["bash(rm *"]', "has no closing parenthesis"],
  ['ask = ["()"]', "does not begin with the name of a tool"],
  ["deny = 5", "permissions.deny: expected a list"],
  ['"deny+" = [7]', "permissions.deny[0]: expected"],
  ['deny = ["write"', "is not valid TOML"],
])("PERM-3 (part): a rule that forbids and is broken stops the run: %p", async (line, words) => {
  await using server = await startScriptedServer([]);
  await using home = await tempWorkspace({ "work/x": "" });
  const ran = await run({ server, home }, ["--yes"], `${SETTINGS}[permissions]\n${line}\n`);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(words);
  expect(ran.err).toMatch(/config\.toml:1[4-6]/);
  expect(server.requests).toEqual([]);
});

test("PERM-3 (part): a broken rule that allows is told, and only means more questions", async () => {
  await using server = await startScriptedServer([say("done")]);
  await using home = await tempWorkspace({ "work/x": "" });
  const broken = `${SETTINGS}[permissions]\nallow = ["bash("]\n`;
  const ran = await run({ server, home }, [], broken);
  expect(ran).toMatchObject({ code: 0, out: "done\n" });
  expect(ran.err).toContain("it is not in force");
});

test("PERM-17 (part): what a checkout forbids counts, trusted or not; what it allows waits for trust", async () => {
  const rules = '[permissions]\ndeny = ["bash(touch *)"]\nallow = ["bash(mkdir *)"]\n';
  await using server = await startScriptedServer([touch("a"), say("no"), touch("a"), say("done")]);
  await using home = await tempWorkspace({ "work/squire.toml": rules });
  const ran = await run({ server, home }, ["--yes"]);
  expect(ran.code).toBe(0);
  expect(ran.err).toContain("squire.toml: only forbids and asks until you trust this folder");
  const told = JSON.stringify(server.requests[1]?.json);
  expect(told).toContain("Blocked: The rule bash(touch *) forbids it.");
  expect(await home.list()).not.toContain("work/a");
  // The twin: without the rule the same run makes the file.
  await using other = await tempWorkspace({ "work/x": "" });
  expect((await run({ server, home: other }, ["--yes"])).code).toBe(0);
  expect(await other.list()).toContain("work/a");
});

test("PERM-17 (part): a checkout cannot make the user's own rules go away", async () => {
  await using server = await startScriptedServer([touch("a"), say("no")]);
  await using home = await tempWorkspace({
    "work/squire.toml": "[permissions]\ndeny = []\nask = []\n",
  });
  const own = `${SETTINGS}[permissions]\ndeny = ["bash(touch *)"]\n`;
  expect((await run({ server, home }, ["--yes"], own)).code).toBe(0);
  expect(await home.list()).not.toContain("work/a");
});

test("PERM-19: every key of [permissions] does what it says", async () => {
  await using server = await startScriptedServer(
    Array.from({ length: 6 }, () => [touch("a"), say("done")]).flat(),
  );
  const made = async (settings: string, argv: readonly string[] = []) => {
    await using home = await tempWorkspace({ "work/x": "" });
    const { code } = await run({ server, home }, argv, `${SETTINGS}[permissions]\n${settings}`);
    return { code, made: (await home.list()).includes("work/a") };
  };
  expect(await made('mode = "allow"\n')).toEqual({ code: 0, made: true });
  expect(await made('mode = "deny"\n', ["--yes"])).toEqual({ code: 0, made: false });
  expect(await made('headless = "allow"\n')).toEqual({ code: 0, made: true });
  expect(await made('allow = ["bash(touch *)"]\n')).toEqual({ code: 0, made: true });
  expect(await made('mode = "allow"\nask = ["bash"]\n')).toEqual({ code: 3, made: false });
  expect(await made('strict = true\nallow = ["bash"]\n')).toEqual({ code: 3, made: false });
});

test("PERM-8: with nobody there what asks is denied and says so; --yes answers, deny rules hold", async () => {
  const calls = [touch("a"), say("I could not.")];
  await using server = await startScriptedServer([...calls, ...calls, ...calls]);
  const tried = async (argv: readonly string[]) => {
    await using home = await tempWorkspace({ "work/x": "" });
    const before = server.requests.length;
    const { code } = await run({ server, home }, argv);
    const told = JSON.stringify(server.requests[before + 1]?.json);
    return { code, told, made: (await home.list()).includes("work/a") };
  };
  const alone = await tried([]);
  expect(alone).toMatchObject({ code: 3, made: false });
  expect(alone.told).toContain("approval was needed and nobody was there to give it");
  expect(await tried(["--yes"])).toMatchObject({ code: 0, made: true });
  const denied = await tried(["--yes", "--deny", "bash(touch *)"]);
  expect(denied).toMatchObject({ code: 0, made: false });
  expect(denied.told).not.toContain("approval was needed");
});

test("PERM-9 (part): --trust says how much happens unasked, and the session keeps it", async () => {
  const write = call("write", { path: "b.txt", content: "x" });
  await using server = await startScriptedServer([write, say("done"), write, say("again")]);
  await using home = await tempWorkspace({ "work/x": "" });
  expect((await run({ server, home }, ["--trust", "auto", "--session", "s"])).code).toBe(0);
  expect((await run({ server, home }, ["--session", "s"])).code).toBe(0);
});

test("PERM-8 (part): at the end each call that needed a yes is named with the rule for it", async () => {
  await using server = await startScriptedServer([
    reply(touch("a"), call("bash", { command: "echo 'it''s' > b" })),
    say("could not"),
  ]);
  await using home = await tempWorkspace({ "work/x": "" });
  const { code, err } = await run({ server, home }, []);
  expect(code).toBe(3);
  expect(err.split("\n").map((line) => line.replace("squire: ", ""))).toEqual([
    "not done, it needs a yes: $ touch a",
    "  to let it through: --allow 'bash(touch *)'",
    "not done, it needs a yes: $ echo 'it''s' > b",
    expect.stringMatching(/^ {2}to let it through: --allow 'bash\(echo .*'\\''.*\)'$/),
    "Run it again with --yes to let such calls through.",
    "",
  ]);
});

test("PERM-17 (part): settings of a folder that are not in effect are named once, nothing else changes", async () => {
  await using server = await startScriptedServer([say("one"), say("two"), say("three")]);
  await using home = await tempWorkspace({ "work/.env": "MARK=1\n", "work/.squire/hooks/a": "" });
  const ran = await run({ server, home }, []);
  expect(ran).toEqual({
    code: 0,
    out: "one\n",
    err: "squire: not in effect: .env, .squire/hooks/a. `squire trust` shows them and asks.\n",
  });
  await using plain = await tempWorkspace({ "work/squire.toml": "[agent]\nmax_steps = 5\n" });
  expect((await run({ server, home: plain }, [])).err).toEndWith(
    "squire.toml: has no effect until you trust this folder.\n",
  );
});

test("SBX-2 (part): the first command that nothing confines says so, once; --verbose always", async () => {
  const twice = [touch("a"), touch("b"), say("done")];
  await using server = await startScriptedServer([...twice, ...twice, say("no command")]);
  // Without its private folder there is no sandbox on any machine.
  const auto = "[shell]\nintercept = false\n";
  await using home = await tempWorkspace({ "work/x": "", "home/tmp": "a file, no folder" });
  const machine = { server, home };
  const free = await run(machine, ["--yes"], auto);
  expect(free.err.match(/without a sandbox/g)).toHaveLength(1);
  expect(free.err).toContain("with all of your rights: no private folder could be made");
  const verbose = await run(machine, ["--yes", "--verbose"], SETTINGS);
  expect(verbose.err.match(/sandbox: none: switched off/g)).toHaveLength(1);
  expect(verbose.err).not.toContain("without a sandbox");
  expect((await run(machine, ["--yes"], auto)).err).toBe("");
});

test("SEC-5: the log goes to stderr or a private file, by its level, and never to stdout", async () => {
  const wrong = `${SETTINGS}[nosuch]\nkey = 1\n`;
  const secret = call("bash", { command: "echo SPOKEN" });
  await using server = await startScriptedServer(
    Array.from({ length: 4 }, () => [secret, say("done")]).flat(),
  );
  await using home = await tempWorkspace({ "work/x": "" });
  const logged = async (env: Record<string, string>) => {
    await home.write("home/config.toml", configFor(server, wrong));
    const io = ioAt(home);
    const own = { ...io, env: { ...io.env, ...env } };
    const code = await runCommand(invoke("run", "go", "--yes", "--output", "json"), own);
    expect(code).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({ text: "done" });
    return io.err();
  };
  const usual = await logged({});
  expect(usual).toContain("nosuch");
  expect(usual).not.toMatch(/(?:info|debug): /);
  expect(await logged({ SQUIRE_LOG: "error" })).toBe("");
  const much = await logged({ SQUIRE_LOG: "debug" });
  expect(much).toMatch(/squire: info: call \S+: bash \(read\)/);
  expect(much).toContain("squire: debug: step.started");
  expect(much).not.toContain("SPOKEN");
  const file = home.path("run.log");
  expect(await logged({ SQUIRE_LOG: "info", SQUIRE_LOG_FILE: file })).toBe("");
  expect(await home.read("run.log")).toContain("info turn ");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("SEC-3 (part): a run that keeps nothing is on record all the same", async () => {
  await using server = await startScriptedServer([touch("a"), say("done")]);
  await using home = await tempWorkspace({ "work/x": "" });
  expect((await run({ server, home }, ["--yes", "--no-session"])).code).toBe(0);
  const io = ioAt(home);
  await showCommand(invoke("audit show", "--json"), io);
  expect(JSON.parse(io.out())).toMatchObject([
    { kind: "tool.judged", tool: "bash" },
    { kind: "tool.ended", tool: "bash", ok: true },
  ]);
});
