import { describe, expect, test } from "bun:test";
import { setTimeout as pause } from "node:timers/promises";
import type { ToolContext } from "@squire/agent";
import { processGone, tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { bashTool } from "../bash/bash.ts";
import { openShell, type Shell } from "../shell/shell.ts";
import { bench as toolBench, runTool, textOf, told, type Bench } from "../testing/try-tool.ts";
import { ByteRing } from "./byte-ring.ts";
import { jobOutputTool } from "./job-output.ts";
import { listJobsTool } from "./list-jobs.ts";
import { ReadySign } from "./ready.ts";
import { runBackgroundTool } from "./run-background.ts";
import { stopJobTool } from "./stop-job.ts";

const ENV = { PATH: process.env["PATH"] ?? "", SQUIRE_BASH_NO_LOGIN: "1" };
const bench = (cwd: string, given: Partial<ToolContext> = {}): Bench =>
  toolBench(cwd, { env: ENV, ...given });

const toolsOf = (shell: Shell) => ({
  start: runBackgroundTool(shell),
  output: jobOutputTool(shell),
  list: listJobsTool(shell),
  stop: stopJobTool(shell),
});

describe("SH-12: run_background", () => {
  test("SH-12: returns as soon as the job says that it is ready", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const { start } = toolsOf(shell);
    const context = bench(dir.root);
    const command = "echo booting; echo 'Server listening on http://localhost:1234'; sleep 60";
    // The clock stands still: nothing but the sign can end the wait.
    const output = await runTool(start, { command }, context);
    expect(textOf(output)).toMatch(
      /^job_1: running, ready \(go on with since=\d+\)\nbooting\nServer/,
    );
    expect(output.details).toMatchObject({ data: { jobId: "job_1", running: true, ready: true } });
    expect(context.clock.pending).toBe(0);
    expect(shell.jobs.running()).toHaveLength(1);
  });

  test("SH-12: returns when the job ends early, with its exit code", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const output = await runTool(
      toolsOf(shell).start,
      { command: "echo oops >&2; exit 7" },
      bench(dir.root),
    );
    expect(textOf(output)).toBe("job_1: exit 7\noops");
    expect(output.details).toMatchObject({ exitCode: 7, artifactId: "art_1" });
  });

  test("SH-12: otherwise it waits three seconds, or what it is told, never above thirty", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    for (const [waitSec, expected] of [
      [undefined, 3_000],
      [10, 10_000],
      [99, 30_000],
      [-1, 0],
    ]) {
      const context = bench(dir.root);
      const args = waitSec === undefined ? {} : { waitSec };
      const running = runTool(toolsOf(shell).start, { command: "sleep 60", ...args }, context);
      await context.clock.whenPending(1);
      await context.clock.advance((expected ?? 0) - 1);
      if (expected !== 0) expect(await Promise.race([running, pause(5)])).toBeUndefined();
      await context.clock.advance(1);
      expect(textOf(await running)).toContain(": running (go on with since=0)\n(no output)");
    }
  });

  test.each([
    "Listening on port 3000",
    "  ➜  Local:   http://localhost:5173/",
    "\u001B[32mready\u001B[0m in 312 ms",
    "webpack 5.1 compiled successfully in 12 ms",
    "INFO:     Application startup complete.",
    "Serving HTTP on 0.0.0.0 port 8000",
    "database system is ready to accept connections",
  ])("SH-12: %p is a sign, also in pieces", (line) => {
    const bytes = Buffer.from(`some noise\n${line}\nmore`);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const sign = new ReadySign();
      sign.push(bytes.subarray(0, cut));
      expect(sign.push(bytes.subarray(cut))).toBe(true);
    }
    expect(new ReadySign().push(Buffer.from("nothing of the kind\nalready installed\n"))).toBe(
      false,
    );
  });

  test("SH-1: bash in the background is the same", async () => {
    await using dir = await tempWorkspace({ "sub/a.txt": "" });
    await using shell = openShell();
    const args = { command: "ls; echo $X; echo ready in 1 ms; sleep 60", background: true };
    const text = await told(
      bashTool(shell),
      { ...args, cwd: "sub", env: { X: "x" } },
      bench(dir.root),
    );
    expect(text).toMatch(
      /^job_1: running, ready \(go on with since=\d+\)\na.txt\nx\nready in 1 ms$/,
    );
  });
});

describe("SH-13: looking after jobs", () => {
  test("SH-13: output by a cursor, by last lines, and what is not held any more", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const { start, output } = toolsOf(shell);
    const context = bench(dir.root);
    const command = "seq 1 5; echo 'listening on x'; read -t 60 < wake; seq 1 30000; echo 'Grüße'";
    await told(bashTool(shell), { command: "mkfifo wake" }, context);
    const first = await runTool(start, { command }, context);
    expect(first.details.data).toMatchObject({ next: 25 });
    expect(await told(output, { jobId: "job_1", since: 25 }, context)).toEndWith("\n(no output)");
    expect(await told(output, { jobId: "job_1", tailLines: 2 }, context)).toEndWith(
      "since=25)\n5\nlistening on x",
    );
    await told(bashTool(shell), { command: "echo go > wake" }, context);
    await shell.jobs.find("job_1", "ses_1").ended;
    const rest = await runTool(output, { jobId: "job_1", since: 25 }, context);
    expect(textOf(rest)).toStartWith("job_1: exit 0\n[… 103");
    expect(textOf(rest)).toContain(" bytes before this are not held any more …]\n");
    expect(textOf(rest)).toEndWith("\n30000\nGrüße\nThe whole output is in artifact://art_1");
    expect(textOf(rest).length).toBeLessThan(32_000);
    const whole = context.saved[0]?.bytes.toString() ?? "";
    expect(whole).toStartWith("1\n2\n3\n4\n5\nlistening on x\n1\n2\n");
    expect(whole).toEndWith("30000\nGrüße\n");
    expect(context.saved[0]).toMatchObject({ name: "run_background", callId: "call_1" });
  });

  test("SH-6: parts of characters and of control sequences wait for the rest", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const context = bench(dir.root);
    const { start, output } = toolsOf(shell);
    await told(bashTool(shell), { command: "mkfifo one two three" }, context);
    const command = String.raw`printf 'ready in 1 \303'; read < one; printf '\274\033[3'; read < two; printf '1mred\033[0m'; read < three`;
    const seen: string[] = [];
    let next = 0;
    const look = async (): Promise<void> => {
      const part = await runTool(output, { jobId: "job_1", since: next }, context);
      const { data } = part.details;
      next = typeof data === "object" && data !== null && "next" in data ? Number(data["next"]) : 0;
      seen.push(textOf(part).split("\n")[1] ?? "");
    };
    await runTool(start, { command }, context);
    await look();
    for (const [pipe, written] of [
      ["one", 15],
      ["two", 21],
    ] as const) {
      await told(bashTool(shell), { command: `echo > ${pipe}` }, context);
      const job = shell.jobs.find("job_1", "ses_1");
      while (job.written < written) await pause(1);
      await look();
    }
    expect(seen).toEqual(["ready in 1", "ü", "red"]);
  });

  test("SH-13: the list has every job of the session and its state", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const { start, list } = toolsOf(shell);
    const context = bench(dir.root);
    expect(await told(list, {}, context)).toBe("There are no jobs.");
    await runTool(start, { command: "echo ready in 1; sleep 60" }, context);
    await runTool(start, { command: "exit 3" }, context);
    await runTool(start, { command: "true" }, { ...context, sessionId: "ses_2" });
    expect(await told(list, {}, context)).toBe(
      "job_1: running, ready, 11 bytes: echo ready in 1; sleep 60\njob_2: exit 3, 0 bytes: exit 3",
    );
    expect(await told(list, {}, { ...context, sessionId: "ses_2" })).toStartWith("job_3: exit 0");
  });

  test("SH-13: stopping ends everybody, and stopping again does no harm", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell();
    const { start, stop, output } = toolsOf(shell);
    const context = bench(dir.root);
    const command = "setsid sleep 60 & echo $! $$; echo ready in 1; wait";
    const started = await told(start, { command }, context);
    const pids = (started.split("\n")[1] ?? "").split(" ").map(Number);
    expect(await told(stop, { jobId: "job_1" }, context)).toBe("job_1: stopped");
    expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
    expect(await told(stop, { jobId: "job_1" }, context)).toBe("job_1 had ended before: stopped");
    expect(await told(output, { jobId: "job_1" }, context)).toStartWith("job_1: stopped\n");
    expect(await told(stop, { jobId: "job_9" }, context)).toBe(
      "! There is no job job_9. There are: job_1.",
    );
    const other = { ...context, sessionId: "ses_2" };
    expect(await told(stop, { jobId: "job_1" }, other)).toBe(
      "! There is no job job_1. There are none.",
    );
  });

  test("SH-13: a ring holds the last bytes of any stream at their places", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 });
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 40 }), fc.nat(400), (parts, size, place) => {
        const ring = new ByteRing(size);
        for (const part of parts) ring.push(part);
        const whole = Buffer.concat(parts);
        const start = Math.min(Math.max(place, whole.length - size), whole.length);
        expect(ring.total).toBe(whole.length);
        expect(ring.from(place)).toEqual({ start, bytes: new Uint8Array(whole.subarray(start)) });
      }),
    );
  });
});

describe("SH-14: the end", () => {
  test("SH-14 (part): all jobs are ended together, the deaf too; the count can be followed", async () => {
    await using dir = await tempWorkspace();
    const shell = openShell();
    const { start } = toolsOf(shell);
    const counts: number[] = [];
    const following = shell.jobs.onChange(() => counts.push(shell.jobs.running().length));
    const pids: number[] = [];
    const contexts = [bench(dir.root), bench(dir.root)];
    for (const context of contexts) {
      const command = "trap '' TERM; echo $$; echo ready in 1; sleep 60; sleep 60";
      const text = await told(start, { command }, context);
      pids.push(Number(text.split("\n")[1]));
    }
    const ended = shell[Symbol.asyncDispose]();
    for (const { clock } of contexts) {
      await clock.whenPending(1);
      await clock.advance(2_000);
    }
    await ended;
    expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
    expect(shell.jobs.running()).toEqual([]);
    following.cancel();
    expect(counts).toEqual([1, 2, 1, 0]);
    expect(contexts.flatMap(({ saved }) => saved)).toHaveLength(2);
    expect(await told(start, { command: "true" }, bench(dir.root))).toStartWith(
      "! The command could not be started",
    );
  });
});
