import { describe, expect, test } from "bun:test";
import { call, fault, hang, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ServerScript } from "@squire/testkit";
import { once } from "node:events";
import { configFor, runMain, startMain } from "../testing/real-program.ts";
import type { Ran, RealOptions } from "../testing/real-program.ts";

async function ran(
  script: ServerScript,
  argv: readonly string[],
  options: RealOptions & { readonly more?: string } = {},
): Promise<Ran & { readonly asked: string }> {
  await using server = await startScriptedServer(script);
  const config = `${options.more ?? ""}${configFor(server.url)}`;
  await using home = await tempWorkspace({ "config.toml": config, "w/a.txt": "one\n" });
  const done = await runMain(home.root, argv, { cwd: home.path("w"), ...options });
  return { ...done, asked: server.requests.map(({ bodyText }) => bodyText).join("\n") };
}

describe("CLI-5: the real program's exit codes", () => {
  test("CLI-5: 0 when it is done", async () => {
    expect(await ran([say("done")], ["run", "go"])).toMatchObject({ code: 0, out: "done\n" });
  });

  test("CLI-5: 1 when something here is wrong", async () => {
    const more = 'system_prompt_file = "none.md"\n';
    const { code, out, err } = await ran([], ["run", "go"], {
      more: `[agent]\n${more}[network]\n`,
    });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("agent.system_prompt_file");
  });

  test.each([
    [["run", "go", "--modle", "x"], "Did you mean --model?"],
    [["run"], "There is no task."],
    [["run", "go", "--max-steps", "none"], "--max-steps takes a whole number"],
    [["run", "go", "@none.md"], 'There is no file "none.md"'],
    [["run", "go", "--tools", "raed"], "Did you mean read?"],
    [["run", "go", "--model", "claude-opsu-9"], "There is no model"],
    [["session", "show", "none"], "session"],
  ])("CLI-5: 2 for %j, with what to do", async (argv, said) => {
    const { code, out, err, asked } = await ran([], argv);
    expect([code, out, asked]).toEqual([2, "", ""]);
    expect(err).toContain(said);
  });

  test("CLI-5: 3 when a yes is needed; with --yes it is done", async () => {
    const script = [reply(call("bash", { command: "sh b.sh" })), say("I tried.")];
    const { code, err } = await ran(script, ["run", "go"]);
    expect(code).toBe(3);
    expect(err).toContain("it needs a yes");
    expect(err).toContain("--allow 'bash(");
    expect(await ran(script, ["run", "go", "--yes"])).toMatchObject({ code: 0 });
  });

  test("CLI-5: 4 when steps, money or time are used up", async () => {
    const looking = reply(call("read", { path: "a.txt" }));
    const steps = await ran(() => looking, ["run", "go", "--max-steps", "2"]);
    expect(steps.code).toBe(4);
    const time = await ran([reply(say("so far"), hang())], ["run", "go", "--timeout", "1s"]);
    expect(time.code).toBe(4);
    expect(time.err).toContain("--timeout");
  });

  test("CLI-5: 4 when the budget is spent", async () => {
    await using server = await startScriptedServer(() =>
      call("read", { path: "a.txt" }, { usage: { input: 1_000_000, output: 10 } }),
    );
    const priced = `${configFor(server.url)}cost = { input = 2.0, output = 4.0 }\n`;
    await using home = await tempWorkspace({ "config.toml": priced, "a.txt": "one\n" });
    const { code, err } = await runMain(home.root, ["run", "go", "--budget", "0.5"]);
    expect([code, err]).toEqual([4, expect.stringMatching(/budget/i)]);
    expect(server.requests).toHaveLength(1);
  });

  test("CLI-5: 5 when the provider or the key fails", async () => {
    const { code, err } = await ran([fault({ status: 401 })], ["run", "go"]);
    expect(code).toBe(5);
    expect(err).toContain("squire setup");
    const offline = 'default_model = "openai/gpt-5"\n';
    await using home = await tempWorkspace({ "config.toml": offline });
    const env = { OPENAI_API_KEY: "sk-none-0123456789abcdefghij" };
    expect((await runMain(home.root, ["run", "go", "--offline"], { env })).code).toBe(5);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("CLI-5: 130 after %s", async (signal) => {
    await using server = await startScriptedServer([reply(say("so far"), hang())]);
    await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
    const run = startMain(home.root, ["run", "go", "-o", "jsonl"], { stdin: "" });
    while (!run.out().includes("so far")) await once(run.child.stdout, "data");
    run.child.kill(signal);
    expect((await run.ended).code).toBe(130);
  });
});

describe("CLI-2: flags of the real program", () => {
  test("CLI-3: standard input and files go behind the task", async () => {
    const { asked } = await ran([say("ok")], ["run", "look", "@a.txt"], { stdin: "piped" });
    expect(asked).toContain('look\\n\\npiped\\n\\n<file path=\\"a.txt\\">\\none\\n</file>');
  });

  test("CLI-2, TOOL-11 (part): --tools offers these alone, --no-tools none", async () => {
    const some = await ran([say("ok")], ["run", "go", "--tools", "read,search_content"]);
    const found = some.asked.matchAll(/"function":\{"name":"(\w+)"/g);
    const names = [...found].map(([, name = ""]) => name);
    expect(names.toSorted()).toEqual(["grep", "read"]);
    expect((await ran([say("ok")], ["run", "go", "--no-tools"])).asked).not.toContain('"tools"');
  });

  test("CLI-2, TRN-1: --transcript writes a receipt that replay and diff read", async () => {
    await using server = await startScriptedServer([
      reply(call("read", { path: "a.txt" })),
      say("It says one."),
    ]);
    await using home = await tempWorkspace({
      "config.toml": configFor(server.url),
      "a.txt": "one\n",
    });
    await runMain(home.root, ["run", "go", "--transcript", "t.jsonl", "--no-session"]);
    const lines = (await home.read("t.jsonl")).trim().split("\n");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ role: "_meta", version: 1, task: "go" });
    const replayed = await runMain(home.root, ["replay", "t.jsonl", "--json"]);
    expect(JSON.parse(replayed.out)).toMatchObject({ turns: 1, steps: 2, toolCalls: 1 });
    const same = await runMain(home.root, ["diff", "t.jsonl", "t.jsonl", "--json"]);
    expect(JSON.parse(same.out)).toMatchObject({ firstDivergence: null });
  });

  test("CLI-2, MODL-10 (part): --slow names the model that --model slow means", async () => {
    const { code, asked } = await ran(
      [say("ok")],
      ["run", "go", "--slow", "mock/m", "--model", "slow"],
    );
    expect(code).toBe(0);
    expect(asked).toContain('"model":"m"');
  });

  test("CLI-2: --no-pty gives commands no terminal", async () => {
    const script = [reply(call("bash", { command: "echo hi", pty: true })), say("ok")];
    const { asked } = await ran(script, ["run", "go", "--yes", "--no-pty"]);
    expect(asked).toContain("SQUIRE_NO_PTY");
  });

  test("CLI-2: --verbose says on standard error what is done; standard output stays the answer", async () => {
    const script = [reply(say("Let me see."), call("read", { path: "a.txt" })), say("one")];
    const loud = await ran(script, ["run", "go", "--verbose"]);
    expect(loud).toMatchObject({ code: 0, out: "one\n" });
    expect(loud.err).toContain("✓ read a.txt");
    expect((await ran(script, ["run", "go"])).err).toBe("");
  });
});
