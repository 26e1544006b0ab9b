import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { showCommand } from "./audit.ts";
import { toolListCommand, toolRunCommand } from "./tool.ts";

const CONFIG = '[shell]\nintercept = false\n[sandbox]\nbash = "off"\n';
const machine = (config = CONFIG) =>
  tempWorkspace({ "work/a.txt": "one\n", "home/config.toml": config });

async function run(home: TempWorkspace, ...argv: readonly string[]) {
  const io = ioAt(home);
  const code = await toolRunCommand(invoke("tool run", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

test("TOOL-12: tools are listed with effect and aliases, absent ones with the reason", async () => {
  await using home = await machine('[fs]\nallow_write = false\n[edit]\nvariant = "patch"\n');
  const io = ioAt(home);
  expect(await toolListCommand(invoke("tool list", "--json"), io)).toBe(0);
  const tools = JSON.parse(io.out()) as readonly { readonly name: string }[];
  expect(tools.find(({ name }) => name === "bash")).toMatchObject({
    effect: "execute",
    aliases: expect.arrayContaining(["shell", "run_command"]),
    available: true,
    parameters: { type: "object" },
  });
  expect(tools.find(({ name }) => name === "write")).toEqual({
    name: "write",
    available: false,
    reason: "fs.allow_write is off",
  } as never);
  const plain = ioAt(home);
  await toolListCommand(invoke("tool list"), plain);
  expect(plain.out()).toMatch(/^write +missing +fs\.allow_write is off$/m);
});

test("TOOL-12 (part): a request lists the tools that fit it, best first", async () => {
  await using home = await machine();
  const io = ioAt(home);
  const request = "search the files for a regular expression".split(" ");
  expect(await toolListCommand(invoke("tool list", ...request, "--json"), io)).toBe(0);
  const found = JSON.parse(io.out()) as readonly { readonly name: string }[];
  expect(found[0]).toMatchObject({ name: "grep", available: true });
  expect(found.length).toBeLessThanOrEqual(5);
  for (const plain of ["search text in files", "find text in files", "search files"]) {
    const asked = ioAt(home);
    await toolListCommand(invoke("tool list", ...plain.split(" "), "--json"), asked);
    expect(JSON.parse(asked.out())).toMatchObject({ 0: { name: "grep" } });
  }
  const none = ioAt(home);
  await toolListCommand(invoke("tool list", "zzyzx"), none);
  expect([none.out(), none.err()]).toEqual(["", expect.stringContaining("no tool fits that")]);
});

test("TOOL-12 (part): the tools of memory are listed and run where memory is on", async () => {
  const names = ["remember", "forget", "recall_memory", "memory_search"];
  for (const isOn of [true, false]) {
    await using home = await machine(`${CONFIG}[memory]\nenabled = ${isOn}\n`);
    const io = ioAt(home);
    await toolListCommand(invoke("tool list", "--json"), io);
    const listed = (JSON.parse(io.out()) as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    );
    expect(names.map((name) => listed.includes(name))).toEqual(names.map(() => isOn));
    const which = '{"scope":"global","name":"heron"}';
    const { code, err, out } = await run(home, "recall_memory", which);
    expect([code, `${out}${err}`.includes("There is no note heron")]).toEqual([isOn ? 1 : 2, isOn]);
  }
});

test("a tool runs by hand through the same pipeline and says what came of it", async () => {
  await using home = await machine();
  const read = await run(home, "read_file", '{"path":"a.txt"}', "--json");
  expect(read.code).toBe(0);
  expect(Object.keys(JSON.parse(read.out) as object)).toEqual([
    "ok",
    "output",
    "text",
    "decision",
    "durationMs",
  ]);
  expect(JSON.parse(read.out)).toMatchObject({
    ok: true,
    output: { ending: "ran" },
    text: expect.stringContaining("one"),
    decision: { verdict: "allow" },
    durationMs: expect.any(Number),
  });
  expect(await run(home, "bash", '{"command":"cat a.txt"}')).toEqual({
    code: 0,
    out: "one\n",
    err: "",
  });
});

test("C8, CLI-5: a tool by hand that needs a yes is not run: exit code 3, and the rule is named", async () => {
  await using home = await machine();
  const call = ["bash", '{"command":"touch b.txt"}'] as const;
  const asked = await run(home, ...call, "--json");
  expect(asked.code).toBe(3);
  expect(JSON.parse(asked.out)).toMatchObject({ ok: false, decision: { verdict: "deny" } });
  expect(asked.err).toContain("--allow 'bash(touch *)'");
  expect(await home.list()).not.toContain("work/b.txt");
  expect((await run(home, ...call, "--allow", "bash(touch *)")).code).toBe(0);
  expect(await home.list()).toContain("work/b.txt");
  const denied = await run(home, "bash", '{"command":"touch c.txt"}', "--yes", "--deny", "bash");
  expect(denied.code).toBe(1);
  expect(denied.err).toContain("The rule bash forbids it");
});

test("CLI-5: a tool that fails ends in 1, wrong words in 2", async () => {
  await using home = await machine();
  const failed = await run(home, "read", '{"path":"none.txt"}', "--json");
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.out)).toMatchObject({ ok: false });
  for (const [argv, words] of [
    [["nope", "{}"], "There is no tool nope"],
    [["read", "{"], "not JSON"],
    [["read", '{"file":"a"}'], "path: is missing"],
  ] as const) {
    const { code, out, err } = await run(home, ...argv);
    expect([argv, code, out]).toEqual([argv, 2, ""]);
    expect(err).toContain(words);
  }
});

test("a call by hand can be stopped, and its command with it", async () => {
  await using home = await machine();
  const stop = new AbortController();
  const io = fakeIo({
    cwd: home.path("work"),
    env: { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" },
    signal: stop.signal,
  });
  const command = JSON.stringify({ command: "echo up > up.txt; sleep 600" });
  const running = toolRunCommand(invoke("tool run", "bash", command, "--yes", "--json"), io);
  while (!(await home.list()).includes("work/up.txt")) await Promise.resolve();
  stop.abort("interrupt");
  expect(await running).toBe(130);
  expect(JSON.parse(io.out())).toMatchObject({ ok: false });
});

test("SEC-3 (part): calls by hand are on record", async () => {
  await using home = await machine();
  await run(home, "bash", '{"command":"exit 4"}', "--yes");
  const io = ioAt(home);
  await showCommand(invoke("audit show", "--json"), io);
  expect(JSON.parse(io.out())).toMatchObject([
    { kind: "tool.judged", tool: "bash", decision: "allow" },
    { kind: "tool.ended", tool: "bash", exit: 4 },
  ]);
});
