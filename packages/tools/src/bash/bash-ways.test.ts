import { describe, expect, test } from "bun:test";
import { chmod, symlink } from "node:fs/promises";
import { ToolError, type Tool, type ToolContext } from "@squire/agent";
import type { JsonObject } from "@squire/protocol";
import type { Command, Sandbox } from "@squire/safety";
import { processGone, rejectionOf, tempWorkspace } from "@squire/testkit";
import { NO_SANDBOX } from "../shell/shell-ports.ts";
import { openShell } from "../shell/shell.ts";
import { bench as toolBench, runTool, textOf, told, type Bench } from "../testing/try-tool.ts";
import { bashTool } from "./bash.ts";

const PATH = process.env["PATH"] ?? "";
const PLAIN = { PATH, SQUIRE_BASH_NO_LOGIN: "1", SQUIRE_BASH_NO_CI: "1" };
const bench = (cwd: string, given: Partial<ToolContext> = {}): Bench =>
  toolBench(cwd, { env: PLAIN, ...given });

function callOf(tool: Tool, args: JsonObject) {
  const prepared = tool.prepare(args);
  if (!prepared.ok) throw new Error("not valid");
  return prepared.call;
}

describe("SH-1: where a command runs", () => {
  test("SH-1: in a folder of the workspace, however that is written", async () => {
    await using dir = await tempWorkspace({ "sub/deep/a.txt": "" });
    const bash = bashTool(openShell());
    for (const cwd of ["sub/deep", "./sub/../sub/deep", "/sub/deep", dir.path("sub/deep")]) {
      expect(await told(bash, { command: "ls", cwd }, bench(dir.root))).toBe("a.txt");
    }
  });

  test("S21: a call cannot begin outside of the workspace", async () => {
    await using outside = await tempWorkspace({ "secret/a.txt": "" });
    await using dir = await tempWorkspace({ "a.txt": "" });
    await symlink(outside.root, dir.path("way"));
    const bash = bashTool(openShell());
    for (const cwd of ["..", "/", outside.root, "way", "way/secret", "/tmp", "a/../.."]) {
      expect(await told(bash, { command: "touch made", cwd }, bench(dir.root))).toMatch(
        /^! (Commands run inside the workspace only|There is no folder)/,
      );
    }
    expect(await outside.list()).toEqual(["secret/a.txt"]);
    expect(await told(bash, { command: "ls", cwd: "nowhere" }, bench(dir.root))).toBe(
      "! There is no folder nowhere to run the command in.",
    );
  });
});

describe("C6: with a shell and without", () => {
  const words = (command: string) => command.split(" ");

  test("C6: what has words of its own runs without a shell", async () => {
    await using dir = await tempWorkspace({ "a b": "" });
    const bash = bashTool(openShell({ argvOf: words, commandEffect: () => "read" }));
    expect(await told(bash, { command: "echo $HOME * ;" }, bench(dir.root))).toBe("$HOME * ;");
    expect(callOf(bash, { command: "ls" }).effect).toBe("read");
    expect(await told(bash, { command: "no-such-program" }, bench(dir.root))).toMatch(
      /^exit 127\n.*no-such-program: not found/,
    );
  });

  test("C6: anything else runs in a shell", async () => {
    await using dir = await tempWorkspace({ a: "" });
    const bash = bashTool(openShell());
    expect(await told(bash, { command: "echo * | tr a-z A-Z" }, bench(dir.root))).toBe("A");
    expect(callOf(bash, { command: "ls" }).effect).toBe("execute");
  });

  test("S15: without a shell nothing of the workspace stands in for a program", async () => {
    await using dir = await tempWorkspace({ "bin/git": "#!/bin/sh\necho stolen\n" });
    await chmod(dir.path("bin/git"), 0o755);
    const env = { ...PLAIN, PATH: `${dir.path("bin")}:./bin:bin::${PATH}` };
    const argv = bashTool(openShell({ argvOf: words }));
    const context = bench(dir.root, { env });
    expect(await told(argv, { command: "git --version" }, context)).toStartWith("git version");
    expect(await told(bashTool(openShell()), { command: "git" }, context)).toBe("stolen");
  });

  test("S15: variables of a call are judged with it and never run without a shell", async () => {
    await using dir = await tempWorkspace();
    const bash = bashTool(openShell({ argvOf: words, commandEffect: () => "read" }));
    const args = { command: "echo $X", env: { X: "it's", NODE_OPTIONS: "--require ./x" } };
    expect(callOf(bash, args)).toMatchObject({
      effect: "execute",
      subject: String.raw`X='it'\''s' NODE_OPTIONS='--require ./x' echo $X`,
    });
    expect(await told(bash, args, bench(dir.root))).toBe("it's");
    expect(await told(bash, { command: "x", env: { "A B": "1" } }, bench(dir.root))).toBe(
      "! A B names no variable.",
    );
    expect(callOf(bash, { command: "ls", background: true }).effect).toBe("execute");
  });

  test("C6: variables that a command has to run with are stronger than those of the call", async () => {
    await using dir = await tempWorkspace();
    const bash = bashTool(openShell({ extraEnv: (command) => ({ GIT_X: command.slice(0, 4) }) }));
    const args = { command: "echo $GIT_X", env: { GIT_X: "mine" } };
    expect(await told(bash, args, bench(dir.root))).toBe("echo");
  });
});

describe("SH-8: the environment", () => {
  const show = "echo $CI; echo $FROM_PROFILE; echo $MY_API_KEY; echo $PATH";

  test("SH-8: CI is set unless it is not wanted; a prefix wraps every command", async () => {
    await using dir = await tempWorkspace();
    const bash = bashTool(openShell());
    const env = (more: Record<string, string>) => ({ PATH, SQUIRE_BASH_NO_LOGIN: "1", ...more });
    const run = (command: string, more: Record<string, string>) =>
      told(bash, { command }, bench(dir.root, { env: env(more) }));
    expect(await run("echo $CI", {})).toBe("true");
    expect(await run("echo $CI", { CI: "mine" })).toBe("mine");
    expect(await run("echo $CI", { SQUIRE_BASH_NO_CI: "1" })).toBe("(no output)");
    const prefix = { SQUIRE_SHELL_PREFIX: "env WRAPPED=1" };
    expect(await run("true; echo $WRAPPED 'a  b'", prefix)).toBe("1 a  b");
  });

  test("SH-8 SEC-9: what the login shell adds is there, its secrets and its noise are not", async () => {
    await using dir = await tempWorkspace({
      "home/.bash_profile":
        'echo noise; export FROM_PROFILE=yes MY_API_KEY=s3cret CI=no LANG=xx; PATH="/from/profile:/usr/bin"',
    });
    const shell = openShell();
    const bash = bashTool(shell);
    const env = { PATH: "/mine:/usr/bin:/bin", HOME: dir.path("home"), LANG: "C" };
    const text = await told(bash, { command: `${show}; echo $LANG` }, bench(dir.root, { env }));
    const [ci, profile, key, path, lang, ...rest] = text.split("\n");
    expect([ci, profile, key, lang, rest]).toEqual(["true", "yes", "", "C", []]);
    expect(path).toStartWith("/mine:/usr/bin:/bin:");
    expect(path).toContain(":/from/profile");
    const without = { ...env, SQUIRE_BASH_NO_LOGIN: "1" };
    expect(await told(bash, { command: show }, bench(dir.root, { env: without }))).toBe(
      "true\n\n\n/mine:/usr/bin:/bin",
    );
  });

  test("SH-8: a login shell that fails or hangs costs what it would add, nothing else", async () => {
    await using dir = await tempWorkspace({ "home/.bash_profile": "exit 3" });
    const env = { PATH, HOME: dir.path("home") };
    const bash = bashTool(openShell());
    expect(await told(bash, { command: "echo $PATH" }, bench(dir.root, { env }))).toBe(PATH);
  });
});

describe("SBX-2: in the sandbox", () => {
  const wrapping = (seen: Command[]): Sandbox => ({
    ...NO_SANDBOX,
    name: "a box",
    confines: true,
    wrap(command) {
      seen.push(command);
      return { ...command, argv: ["env", "BOXED=1", ...command.argv] };
    },
    looksStopped: ({ exitCode, output }) => exitCode === 1 && output.includes("Read-only"),
  });

  test("SBX-2: every command is started the way the sandbox wants it", async () => {
    await using dir = await tempWorkspace();
    const seen: Command[] = [];
    const bash = bashTool(openShell({ sandbox: wrapping(seen) }));
    const output = await runTool(bash, { command: "echo $BOXED" }, bench(dir.root));
    expect(textOf(output)).toBe("1");
    expect(output.details.data).toMatchObject({ sandbox: "a box", sandboxStopped: false });
    expect(seen[0]?.cwd).toBe(dir.root);
    expect(seen[0]?.argv.slice(1)).toEqual(["-c", "echo $BOXED"]);
  });

  test("SBX-4: a failure that looks like the sandbox's is told", async () => {
    await using dir = await tempWorkspace();
    const bash = bashTool(openShell({ sandbox: wrapping([]) }));
    const run = (command: string) => runTool(bash, { command }, bench(dir.root));
    const stopped = await run("echo Read-only file system; exit 1");
    expect(textOf(stopped)).toBe(
      "exit 1\nRead-only file system\n(It looks as if the sandbox had stopped it: a box.)",
    );
    expect(stopped.details.data).toMatchObject({ sandboxStopped: true });
    expect(textOf(await run("echo Read-only file system"))).toBe("Read-only file system");
  });

  test("SBX-3: where commands must not run, none does", async () => {
    await using dir = await tempWorkspace();
    const sandbox = { ...wrapping([]), name: "no bubblewrap here", wrap: () => null };
    const ways = [{}, { pty: true }, { background: true }];
    for (const persistent of [false, true]) {
      const bash = bashTool(openShell({ sandbox, settings: { persistent } }));
      for (const way of ways) {
        expect(await told(bash, { command: "touch made", ...way }, bench(dir.root))).toBe(
          "! Commands cannot run here: no bubblewrap here",
        );
      }
    }
    expect(await dir.list()).toEqual([]);
  });
});

describe("SH-7: a shell that stays", () => {
  const persistent = () => openShell({ settings: { persistent: true } });

  test("SH-7: folder and variables carry over, those of one call do not", async () => {
    await using dir = await tempWorkspace({ "sub/a.txt": "" });
    await using shell = persistent();
    const bash = bashTool(shell);
    const context = bench(dir.root);
    const run = (args: JsonObject) => told(bash, args, context);
    expect(await run({ command: "cd sub; export KEPT=1; local=2; f() { echo f; }" })).toBe(
      "(no output)",
    );
    expect(await run({ command: "ls; echo $KEPT; f" })).toBe("a.txt\n1\nf");
    expect(await run({ command: "echo $ONCE; export ONCE=3", env: { ONCE: "it's" } })).toBe("it's");
    expect(await run({ command: "echo [$ONCE]; false" })).toBe("exit 1\n[]");
    expect(await run({ command: "echo \"a\nb\"; echo 'c' >&2; cat" })).toBe("a\nb\nc");
    expect(await run({ command: "if" })).toMatch(/^exit \d+\n.*syntax error/);
    expect(await run({ command: "pwd -P", cwd: "." })).toEndWith(dir.root);
    expect(await run({ command: "cd /; pwd" })).toBe("/");
    expect(await run({ command: "pwd -P" })).toEndWith(dir.root);
    expect(await run({ command: "ls", cwd: ".." })).toStartWith("! Commands run inside");
  });

  test("SH-7: exit, timeout and abort end it; the next command gets a new one", async () => {
    await using dir = await tempWorkspace();
    await using shell = persistent();
    const bash = bashTool(shell);
    const context = bench(dir.root);
    await told(bash, { command: "export KEPT=1" }, context);
    const gone = "(The shell has ended; the next command gets a new one.)";
    expect(await told(bash, { command: "echo bye; exit 3" }, context)).toBe(`exit 3\nbye\n${gone}`);
    expect(await told(bash, { command: "echo [$KEPT]; export KEPT=2" }, context)).toBe("[]");
    const started = Promise.withResolvers<string>();
    const running = runTool(
      bash,
      { command: "sleep 60 & echo $$ $!; wait", timeout: 5 },
      { ...context, report: started.resolve },
    );
    const pids = (await started.promise).split(" ").map(Number);
    await context.clock.advance(5_000);
    const output = await running;
    expect(textOf(output)).toStartWith("Command timed out after 5 seconds; the output up to then:");
    expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
    expect(await told(bash, { command: "echo [$KEPT]; export KEPT=3" }, context)).toBe("[]");
    const stop = new AbortController();
    const aborted = rejectionOf(
      runTool(
        bash,
        { command: "echo up; sleep 60" },
        { ...context, signal: stop.signal, report: () => stop.abort() },
      ),
    );
    expect(await aborted).toBeInstanceOf(ToolError);
    expect(await told(bash, { command: "echo [$KEPT]" }, context)).toBe("[]");
    expect(context.clock.pending).toBe(0);
  });

  test("SH-7: what runs in the background of it ends with it", async () => {
    await using dir = await tempWorkspace();
    const shell = persistent();
    const bash = bashTool(shell);
    const pid = Number(await told(bash, { command: "sleep 60 & echo $!" }, bench(dir.root)));
    expect(await told(bash, { command: `kill -0 ${pid} && echo alive` }, bench(dir.root))).toBe(
      "alive",
    );
    await shell[Symbol.asyncDispose]();
    expect(await processGone(pid)).toBe(true);
  });

  test("S15: what needs no shell does not ask one that was tampered with", async () => {
    await using dir = await tempWorkspace({ "sub/a.txt": "" });
    const argvOf = (command: string) => (command === "ls" ? ["ls"] : null);
    await using shell = openShell({ argvOf, settings: { persistent: true } });
    const bash = bashTool(shell);
    const context = bench(dir.root);
    await told(bash, { command: "ls() { echo stolen; }; PATH=$PWD:$PATH; cd sub" }, context);
    expect(await told(bash, { command: "ls" }, context)).toBe("a.txt");
    expect(await told(bash, { command: "ls; true" }, context)).toBe("stolen");
  });

  test("SH-7: sessions have shells of their own, and calls wait for each other", async () => {
    await using dir = await tempWorkspace();
    await using shell = persistent();
    const bash = bashTool(shell);
    const one = bench(dir.root);
    const other = { ...bench(dir.root), sessionId: "ses_2" };
    const both = [
      told(bash, { command: "sleep 0.05; X=1; echo $X" }, one),
      told(bash, { command: "echo 2$X" }, one),
      told(bash, { command: "echo 3$X" }, other),
    ];
    expect(await Promise.all(both)).toEqual(["1", "21", "3"]);
  });
});

describe("SH-11: in a terminal", () => {
  test("SH-11: the text as it stood in the end, and what came is kept", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const bash = bashTool(shell);
    const command = String.raw`test -t 1 && printf '10 %%\r\033[32m100 %%\033[0m\n'; stty size; exit 2`;
    const output = await runTool(bash, { command, pty: true }, bench(dir.root));
    expect(textOf(output)).toBe("exit 2\n100 %\n40 120");
    expect(output.details).toMatchObject({ exitCode: 2, truncated: false });
    const context = bench(dir.root);
    const long = await runTool(bash, { command: "seq 1 60000", pty: true }, context);
    expect(textOf(long)).toStartWith("1\n2\n");
    expect(textOf(long)).toEndWith("\n60000\nThe whole output is in artifact://art_1");
    expect(context.saved[0]?.bytes.toString()).toEndWith("\r\n60000\r\n");
  });

  test("SH-11 SH-4: timeout and abort end it as any other", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const bash = bashTool(shell);
    const context = bench(dir.root);
    const started = Promise.withResolvers<string>();
    const running = runTool(
      bash,
      { command: "echo $$; sleep 60", pty: true, timeout: 5 },
      { ...context, report: started.resolve },
    );
    const pid = Number(await started.promise);
    await context.clock.advance(5_000);
    expect(textOf(await running)).toBe(
      `Command timed out after 5 seconds; the output up to then:\n${pid}`,
    );
    expect(await processGone(pid)).toBe(true);
    const aborted = bench(dir.root, { signal: AbortSignal.abort() });
    expect(await told(bash, { command: "touch made", pty: true }, aborted)).toStartWith(
      "! The command was stopped",
    );
    expect(await dir.list()).toEqual([]);
  });

  test("SH-11: where there is none, it runs without and says so", async () => {
    await using dir = await tempWorkspace();
    const command = "test -t 1 || echo no tty";
    const off = bashTool(openShell({ settings: { pty: false } }));
    expect(await told(off, { command, pty: true }, bench(dir.root))).toBe(
      "no tty\n(It ran without a terminal: it was switched off.)",
    );
    const env = { ...PLAIN, SQUIRE_NO_PTY: "1" };
    const bash = bashTool(openShell());
    expect(await told(bash, { command, pty: true }, bench(dir.root, { env }))).toBe(
      "no tty\n(It ran without a terminal: SQUIRE_NO_PTY is set.)",
    );
  });
});

test("SH-9: a hint the first time, the command the second", async () => {
  await using dir = await tempWorkspace({ "a.txt": "hello" });
  const bash = bashTool(openShell({ hasTool: (name) => name === "read" }));
  const context = bench(dir.root);
  const first = await runTool(bash, { command: "cat a.txt" }, context);
  expect(textOf(first)).toStartWith("Not run: `read` shows files");
  expect(first.details).toEqual({ data: { intercepted: true } });
  expect(await told(bash, { command: "cat a.txt" }, context)).toBe("hello");
});

test("SH-5: what a command leaves running is ended and told", async () => {
  await using dir = await tempWorkspace();
  const bash = bashTool(openShell());
  const text = await told(bash, { command: "setsid sleep 60 & echo $!" }, bench(dir.root));
  const [pid, note] = text.split("\n");
  expect(await processGone(Number(pid))).toBe(true);
  expect(note).toBe(
    "(One process was still running and ended with the command; run_background keeps one running.)",
  );
});
