import { expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { showCommand } from "./audit.ts";
import { runCommand } from "./run.ts";
import { whyCommand } from "./why.ts";

type Machine = { readonly server: ScriptedServer; readonly home: TempWorkspace };

async function run({ server, home }: Machine, argv: readonly string[], settings = SETTINGS) {
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n${settings}`;
  await home.write("home/config.toml", config);
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

test("PERM-20 (part): a deny rule of a run outranks --yes; a rule that is none is told", async () => {
  await using server = await startScriptedServer([touch("a"), say("could not")]);
  await using home = await tempWorkspace({ "work/x": "" });
  const ran = await run({ server, home }, ["--yes", "--deny", "bash(touch *)", "--ask", "bash("]);
  expect(ran.code).toBe(0);
  expect(ran.err).toBe(
    "squire: --ask: the rule bash( has no closing parenthesis at its end; it is not in force.\n",
  );
  expect(await home.list()).not.toContain("work/a");
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
