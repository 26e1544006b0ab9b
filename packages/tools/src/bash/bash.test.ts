import { describe, expect, test } from "bun:test";
import { capOutcome, ToolError, type ToolContext } from "@squire/agent";
import { processGone, rejectionOf, tempWorkspace } from "@squire/testkit";
import { bench as toolBench, runTool, textOf, told, type Bench } from "../testing/try-tool.ts";
import { openShell } from "../shell/shell.ts";
import { bashTool } from "./bash.ts";

const bash = bashTool(openShell());
const PLAIN = { PATH: process.env["PATH"] ?? "", SQUIRE_BASH_NO_LOGIN: "1" };
const bench = (cwd: string, given: Partial<ToolContext> = {}): Bench =>
  toolBench(cwd, { env: PLAIN, ...given });

/** Resolves with the text of the first progress report. */
function firstReport(context: { report: ToolContext["report"] }): Promise<string> {
  return new Promise((resolve) => {
    context.report = resolve;
  });
}

/** Of the first line: behind it a shell may say that its child was ended. */
const pidsIn = (text: string): readonly number[] =>
  text.split("\n", 1)[0]?.split(" ").map(Number) ?? [];

describe("SH-1: bash", () => {
  test("SH-1: runs in the workspace and merges both outputs in order", async () => {
    await using dir = await tempWorkspace({ "a.txt": "" });
    const context = bench(dir.root);
    const command = "pwd -P; echo one; echo two >&2; echo three; [[ -f a.txt ]] && ls";
    const output = await runTool(bash, { command }, context);
    expect(textOf(output).split("\n").slice(1)).toEqual(["one", "two", "three", "a.txt"]);
    expect(textOf(output).split("\n")[0]).toEndWith(dir.root);
    expect(output.details).toEqual({
      isError: false,
      truncated: false,
      exitCode: 0,
      data: {
        durationMs: 0,
        timedOut: false,
        cancelled: false,
        signal: null,
        sandbox: "none",
        sandboxStopped: false,
        strays: 0,
      },
    });
    expect(context.saved).toEqual([]);
  });

  test("SH-16: the exit code comes first; a bad one is no failure of the tool", async () => {
    await using dir = await tempWorkspace();
    const run = (command: string) => runTool(bash, { command }, bench(dir.root));
    const bad = await run("echo no; exit 3");
    expect(textOf(bad)).toBe("exit 3\nno");
    expect(bad.details).toMatchObject({ isError: false, exitCode: 3 });
    expect(textOf(await run("true"))).toBe("(no output)");
    const killed = await run("kill -SEGV $$");
    expect(textOf(killed)).toStartWith("killed by SIGSEGV");
    expect(killed.details).not.toHaveProperty("exitCode");
    expect(textOf(await run("if"))).toMatch(/^exit [12]\n.*syntax error/);
  });

  test("TOOL-9: the environment is the given one, and there is no input", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root, { env: { ...PLAIN, GIVEN: "yes" } });
    const text = await told(bash, { command: "cat; env | cut -d= -f1 | sort" }, context);
    // The shell itself adds three, and we the mark by which all is found again.
    const names = "CI GIVEN PATH PWD SHLVL SQUIRE_BASH_NO_LOGIN SQUIRE_CALL_ID _";
    expect(text).toBe(names.replaceAll(" ", "\n"));
  });

  test("SH-6: binary output and control sequences become plain text", async () => {
    await using dir = await tempWorkspace();
    const command = String.raw`printf 'a\000b\377c\033[31mred\033[0m\rover\007\n'; head -c 2000 /dev/urandom >/dev/null`;
    expect(await told(bash, { command }, bench(dir.root))).toBe("ab\uFFFDcred\nover");
    const noise = await told(bash, { command: "head -c 50000 /dev/urandom" }, bench(dir.root));
    expect(noise).not.toMatch(/[^\P{Cc}\n\t]/u);
  });
});

describe("C7: shell limits", () => {
  test("C7: 120 seconds unless told otherwise, never outside 1 to 600", async () => {
    await using dir = await tempWorkspace();
    const limits: number[] = [];
    for (const timeout of [undefined, 0, -5, 30, 0.5, 1e12]) {
      const context = bench(dir.root);
      const clock = {
        now: () => 0,
        sleep: () => Promise.resolve(),
        timer(ms: number) {
          limits.push(ms);
          return { cancel: () => {} };
        },
      };
      const args = timeout === undefined ? {} : { timeout };
      await runTool(bash, { command: "true", ...args }, { ...context, clock });
    }
    expect(limits).toEqual([120_000, 1_000, 1_000, 30_000, 1_000, 600_000]);
    expect(bash.timeoutMs).toBeNull();
  });

  test("SH-4: a timeout ends everybody and shows what there was", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root);
    const first = firstReport(context);
    const command = "sleep 60 & echo $! $$; sleep 60";
    const running = runTool(bash, { command, timeout: 5 }, context);
    const pids = pidsIn(await first);
    await context.clock.advance(5_000);
    const output = await running;
    expect(textOf(output)).toStartWith(
      `Command timed out after 5 seconds; the output up to then:\n${pids.join(" ")}`,
    );
    expect(output.details).toMatchObject({
      isError: true,
      data: { timedOut: true, durationMs: 5_000 },
    });
    expect(output.details).not.toHaveProperty("exitCode");
    expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
  });

  test("C7: large output keeps both ends, and all of it goes to an artifact", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root);
    const output = await runTool(bash, { command: "seq 1 60000; exit 4" }, context);
    const text = textOf(output);
    const whole = Array.from({ length: 60_000 }, (_, at) => `${at + 1}\n`).join("");
    expect(text).toStartWith("exit 4\n1\n2\n");
    expect(text).toEndWith("\n59999\n60000\nThe whole output is in artifact://art_1");
    expect(text).toMatch(/\n\[… \d+ bytes, \d+ lines left out …\]\n/);
    expect(text.length).toBeLessThan(32_000);
    expect(output.details).toMatchObject({ truncated: true, artifactId: "art_1", exitCode: 4 });
    const [kept] = context.saved;
    expect(kept).toMatchObject({ callId: "call_1", name: "bash", mimeType: "text/plain" });
    expect(kept?.bytes.toString()).toBe(whole);
  });

  test("C7: what was not kept is not claimed", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root);
    const small = bashTool(openShell({ settings: { mostArtifactBytes: 1_000_000 } }));
    const text = await told(small, { command: "head -c 3000000 /dev/zero | tr '\\0' x" }, context);
    expect(text).toEndWith("\nThe first part of the output is in artifact://art_1");
    expect(context.saved[0]?.bytes.length).toBe(1_000_000);
    expect(text).toMatch(/29\d{5} bytes, 0 lines left out/);
  });

  test("C7: what is shown keeps within the limits of the loop, whatever it is made of", async () => {
    await using dir = await tempWorkspace();
    for (const part of ["漢字 ", "0123456789abcdef", "\u001B[31mred\u001B[0m\n", "👍🏽"]) {
      const context = bench(dir.root);
      const command = `for i in $(seq 3000); do printf '${part.repeat(10)}'; done`;
      const output = await runTool(bash, { command }, context);
      const [content] = output.content;
      const outcome = {
        role: "tool",
        callId: "c",
        name: "bash",
        failed: false,
        content: output.content,
      } as const;
      expect(capOutcome(outcome)).toBe(outcome);
      expect(content?.type === "text" && content.text.length).toBeGreaterThan(5_000);
      expect(output.details).toMatchObject({ truncated: true, artifactId: "art_1" });
    }
  });

  test("PKG-6: no place for an artifact costs the artifact, not the output", async () => {
    await using dir = await tempWorkspace();
    const full = () => Promise.reject(new Error("the disk is full"));
    const artifacts = { save: full, stream: full };
    const context = bench(dir.root, { artifacts });
    const output = await runTool(bash, { command: "seq 1 60000" }, context);
    expect(textOf(output)).toStartWith("1\n2\n");
    expect(textOf(output)).toEndWith("(The whole output could not be kept: the disk is full)");
    expect(output.details).not.toHaveProperty("artifactId");
  });
});

describe("LOOP-9: stopping", () => {
  test("LOOP-9: an abort leaves no process, and what was said is told", async () => {
    await using dir = await tempWorkspace();
    const stop = new AbortController();
    const context = bench(dir.root, { signal: stop.signal });
    const first = firstReport(context);
    const command = "(sleep 60 & sleep 60) >/dev/null & sleep 60 & echo $! $$; wait";
    const failed = rejectionOf(runTool(bash, { command }, context));
    const pids = pidsIn(await first);
    stop.abort();
    const error = await failed;
    if (!(error instanceof ToolError)) throw error;
    expect(error.message).toStartWith(
      `The command was stopped; the output up to then:\n${pids.join(" ")}`,
    );
    expect(error.details).toMatchObject({ isError: true, data: { timedOut: false } });
    expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
    // No timer is left that would fire later.
    expect(context.clock.pending).toBe(0);
  });

  test("LOOP-9: after an abort nothing starts", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root, { signal: AbortSignal.abort() });
    expect(await told(bash, { command: "touch made" }, context)).toStartWith(
      "! The command was stopped",
    );
    expect(await dir.list()).toEqual([]);
  });
});

test("what cannot be started is told", async () => {
  await using dir = await tempWorkspace();
  expect(await told(bash, { command: "echo a\0b" }, bench(dir.root))).toBe(
    "! A command cannot contain a NUL character.",
  );
  expect(await told(bash, { command: "true" }, bench(dir.path("gone")))).toStartWith(
    "! The command could not be started: ",
  );
});

test("what the gate and the screens are told", () => {
  const command = `echo '\u001B[2J'\n${"x".repeat(200)}`;
  const prepared = bash.prepare({ command });
  if (!prepared.ok) throw new Error("not valid");
  expect(prepared.call).toMatchObject({ effect: "execute", subject: command });
  expect(prepared.call.summary).toMatch(/^\$ echo '' x+…$/);
  expect(prepared.call.summary.length).toBe(122);
  expect(bash.prepare({ command: "" }).ok).toBe(false);
});
