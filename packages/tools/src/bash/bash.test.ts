import { describe, expect, test } from "bun:test";
import { ToolError, type ToolContext } from "@squire/agent";
import { processGone, rejectionOf, tempWorkspace } from "@squire/testkit";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { bash } from "./bash.ts";

/** Resolves with the text of the first progress report. */
function firstReport(context: { report: ToolContext["report"] }): Promise<string> {
  return new Promise((resolve) => {
    context.report = resolve;
  });
}

const pidsIn = (text: string): readonly number[] => text.trim().split(/\s+/).map(Number);

describe("SH-1: bash", () => {
  test("SH-1: runs in the workspace and merges both outputs in order", async () => {
    await using dir = await tempWorkspace({ "a.txt": "" });
    const context = bench(dir.root);
    const command = "pwd -P; echo one; echo two >&2; echo three; [[ -f a.txt ]] && ls";
    const output = await runTool(bash, { command }, context);
    expect(textOf(output).split("\n").slice(2)).toEqual(["one", "two", "three", "a.txt"]);
    expect(textOf(output).split("\n")[1]).toEndWith(dir.root);
    expect(output.details).toEqual({
      isError: false,
      truncated: false,
      exitCode: 0,
      data: { durationMs: 0, timedOut: false, signal: null },
    });
    expect(context.saved).toEqual([]);
  });

  test("SH-16: the exit code comes first; a bad one is no failure of the tool", async () => {
    await using dir = await tempWorkspace();
    const run = (command: string) => runTool(bash, { command }, bench(dir.root));
    const bad = await run("echo no; exit 3");
    expect(textOf(bad)).toBe("exit 3\nno");
    expect(bad.details).toMatchObject({ isError: false, exitCode: 3 });
    expect(textOf(await run("true"))).toBe("exit 0\n(no output)");
    const killed = await run("kill -SEGV $$");
    expect(textOf(killed)).toStartWith("killed by SIGSEGV");
    expect(killed.details).not.toHaveProperty("exitCode");
    expect(textOf(await run("if"))).toMatch(/^exit [12]\n.*syntax error/);
  });

  test("TOOL-9: the environment is the given one, and there is no input", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root, { env: { PATH: process.env["PATH"] ?? "", GIVEN: "yes" } });
    const text = await told(bash, { command: "cat; env | cut -d= -f1 | sort" }, context);
    // The shell itself adds three.
    expect(text).toBe("exit 0\nGIVEN\nPATH\nPWD\nSHLVL\n_");
  });

  test("SH-6: binary output and control sequences become plain text", async () => {
    await using dir = await tempWorkspace();
    const command = String.raw`printf 'a\000b\377c\033[31mred\033[0m\rover\007\n'; head -c 2000 /dev/urandom >/dev/null`;
    expect(await told(bash, { command }, bench(dir.root))).toBe("exit 0\nab\uFFFDcred\nover");
    const noise = await told(bash, { command: "head -c 50000 /dev/urandom" }, bench(dir.root));
    expect(noise).toStartWith("exit 0\n");
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
    expect(textOf(output)).toBe(
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
    expect(text.length).toBeLessThan(100_200);
    expect(output.details).toMatchObject({ truncated: true, artifactId: "art_1", exitCode: 4 });
    const [kept] = context.saved;
    expect(kept).toMatchObject({ callId: "call_1", name: "bash", mimeType: "text/plain" });
    expect(kept?.bytes.toString()).toBe(whole);
  });

  test("C7: memory is bounded; what was not kept is not claimed", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root);
    const text = await told(bash, { command: "head -c 20000000 /dev/zero | tr '\\0' x" }, context);
    expect(text).toEndWith("\nThe first part of the output is in artifact://art_1");
    expect(context.saved[0]?.bytes.length).toBe(8 * 1024 * 1024);
    expect(text).toContain("19900000 bytes, 0 lines left out");
  });

  test("PKG-6: no place for an artifact costs the artifact, not the output", async () => {
    await using dir = await tempWorkspace();
    const artifacts = { save: () => Promise.reject(new Error("the disk is full")) };
    const context = bench(dir.root, { artifacts });
    const output = await runTool(bash, { command: "seq 1 60000" }, context);
    expect(textOf(output)).toStartWith("exit 0\n1\n2\n");
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
    expect(error.message).toBe(
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
