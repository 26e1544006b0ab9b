import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError, type ToolContext } from "@squire/agent";
import { systemClock } from "@squire/platform";
import { artifactsFolder, nodeTreeDisk, openArtifacts } from "@squire/session";
import { endAllWith, runningWith, tempWorkspace } from "@squire/testkit";
import { z } from "zod";
import { bashTool } from "../bash/bash.ts";
import { stopJobTool } from "../jobs/stop-job.ts";
import { openShell, type Shell } from "../shell/shell.ts";
import { childCases, type ChildCase } from "./child-cases.ts";
import { runTool } from "./try-tool.ts";

const JobData = z.object({ jobId: z.string() });

/** Runs a case to the end of its call. */
type Runner = (one: ChildCase) => Promise<void>;

export type ChildrenResult = {
  readonly cases: number;
  readonly failures: readonly string[];
  readonly notes: readonly string[];
};

const AT_ONCE = 6;
/** How long nobody may be left after the last call (R13). */
const LATER_MS = 5_000;
/** What a runtime takes before it collects; an output that was not let go is far more. */
const MOST_GROWTH = 400_000_000;

const PATH = process.env["PATH"] ?? "";
const ENV = { PATH, HOME: "/", SQUIRE_BASH_NO_LOGIN: "1" };

/** R13: commands that try to leave somebody behind, or to fill the memory. */
export async function tortureChildren(
  count: number,
  seed: number,
  { heavy }: { readonly heavy: boolean },
): Promise<ChildrenResult> {
  await using dir = await tempWorkspace();
  await using shell = openShell();
  const prefix = `${process.pid}${seed % 1_000}`;
  const cases = childCases(count, seed, { prefix, heavy });
  const watch = watchProcess();
  const failures = await runAll(cases, toolRunner(shell, dir.root, dir.path("s.jsonl")));
  const { before, peak, after, lagMs } = await watch.end();
  await pause(LATER_MS);
  const left = runningWith(`60.${prefix}`).length;
  if (left > 0) failures.push(`${left} processes are left after ${LATER_MS} ms`);
  if (peak - before > MOST_GROWTH)
    failures.push(`the memory grew from ${mb(before)} to ${mb(peak)}`);
  const memory = `memory ${mb(before)} before, ${mb(peak)} at most, ${mb(after)} after`;
  return {
    cases: cases.length,
    failures,
    notes: [memory, `the longest pause of everything else was ${lagMs} ms`],
  };
}

/** The same with a planted twin, which must fail. */
export async function tortureTwin(count: number, seed: number): Promise<ChildrenResult> {
  const prefix = `${process.pid}${seed % 1_000}1`;
  const cases = childCases(count, seed, { prefix, heavy: false });
  const failures = await runAll(cases, onlyTheChild);
  await endAllWith(`60.${prefix}`);
  for (const { tag } of cases) await endAllWith(tag);
  return { cases: cases.length, failures, notes: [] };
}

async function runAll(cases: readonly ChildCase[], run: Runner): Promise<string[]> {
  const failures: string[] = [];
  const waiting = cases.toReversed();
  const worker = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      try {
        await run(one);
        const left = runningWith(one.tag).length;
        if (left > 0) failures.push(`${one.name}: ${left} left`);
      } catch (error) {
        failures.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failures;
}

/** As the model runs it, with real time and real artifacts. */
function toolRunner(shell: Shell, cwd: string, logPath: string): Runner {
  const bash = bashTool(shell);
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  const store = openArtifacts(ports, artifactsFolder(logPath));
  const info = { tool: "bash", contentType: "text/plain" };
  return async ({ command, ending, tag }) => {
    const stop = new AbortController();
    const context: ToolContext = {
      cwd,
      signal: stop.signal,
      callId: tag,
      sessionId: "ses_1",
      report: () => (ending === "abort" ? stop.abort() : undefined),
      artifacts: {
        save: (content) => store.put(info, Buffer.from(content)),
        stream: () => store.create(info),
      },
      env: ENV,
      clock: systemClock,
    };
    const args = ending === "timeout" ? { command, timeout: 1 } : { command, timeout: 120 };
    if (ending === "job") {
      const { details } = await runTool(bash, { command, background: true }, context);
      const jobId = JobData.parse(details.data).jobId;
      await runTool(stopJobTool(shell), { jobId }, context);
      return;
    }
    await runTool(bash, args, context).catch((error: unknown) => {
      // Being stopped is told as a failed call.
      if (!(error instanceof ToolError)) throw error;
    });
  };
}

/** The planted twin: it ends the child it has started, and knows nobody else. */
const onlyTheChild: Runner = async ({ command, ending }) => {
  const child = spawn("/bin/bash", ["-c", command], { env: ENV, stdio: "ignore" });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  if (ending === "itself") await exited;
  else await pause(100);
  child.kill("SIGKILL");
  await exited;
};

function watchProcess() {
  const before = process.memoryUsage.rss();
  let [peak, lagMs, last] = [before, 0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    lagMs = Math.max(lagMs, Math.round(now - last - 20));
    last = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  return {
    end() {
      clearInterval(timer);
      return Promise.resolve({ before, peak, lagMs, after: process.memoryUsage.rss() });
    },
  };
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
