import { Worker } from "node:worker_threads";
import { ToolError } from "@squire/agent";
import { embeddedText } from "@squire/platform";
import { Harvest, mostPerFile } from "../harvest.ts";
import type { Found, Query } from "../query.ts";
import { translatePattern } from "../regex/compile.ts";
import { namesReturn } from "../rg/args.ts";
import type { Root } from "../root.ts";
import type { ScanCache } from "../scan/scan-cache.ts";
import { shownName } from "../../workspace/shown-name.ts";
import { aborted, type ScanLimits } from "../watch.ts";
import type { Answer, Ask, Job } from "./job.ts";
import { nameTest } from "./name-test.ts";

/** Files that the thread is told at once. */
const BATCH = 200;
/** How long one piece of one file may take: patterns can be made that never end (SEC-7). */
const STUCK_MS = 3_000;
/** Who is stuck works all that time; on a busy machine others may only wait for their turn. */
const STUCK_WORK_MS = STUCK_MS / 2;

export type OwnSearch = {
  readonly query: Query;
  readonly root: Root;
  readonly scans: ScanCache;
  readonly limits: ScanLimits;
};

/**
 * Our own engine, for where ripgrep does not run: the same answer, more slowly. Files are searched
 * in the order of their paths by a thread of its own. Fails with `PatternProblem` on what it cannot
 * translate.
 */
export async function ownSearch({ query, root, scans, limits }: OwnSearch): Promise<Found> {
  const job = jobOf(query, root);
  const paths = await pathsBelow(query, root, { scans, limits });
  const harvest = new Harvest(query);
  let unreadable = 0;
  await using thread = startThread(job, limits);
  for (let at = 0; at < paths.length && !harvest.isPlenty; at += BATCH) {
    const answer = await thread.search(paths.slice(at, at + BATCH));
    if (answer.slowIn !== null) throw tooSlow(root.nameOf(answer.slowIn));
    unreadable += answer.unreadable;
    for (const hit of answer.hits) harvest.add(hit);
  }
  return harvest.end({ unreadable });
}

function jobOf(query: Query, root: Root): Job {
  const { pattern, ignoreCase, multiline, output, context } = query;
  const crlf = !namesReturn(pattern);
  const { source, spansLines } = translatePattern(pattern, { ignoreCase, multiline, crlf });
  return {
    source,
    spansLines,
    output,
    countsMatches: multiline && output === "count",
    context: output === "content" ? context : 0,
    hasWindows: !multiline,
    mostPerFile: mostPerFile(query),
    root: root.path,
    isNamed: root.only !== null,
  };
}

async function pathsBelow(
  { names, fits }: Query,
  { path, only }: Root,
  { scans, limits }: Pick<OwnSearch, "scans" | "limits">,
): Promise<readonly string[]> {
  if (only !== null) return [only];
  const isNamed = nameTest(names);
  const { entries } = await scans.find(
    { root: path, hidden: true, gitignore: true },
    (entry) => entry.type === "file" && isNamed(entry.path) && fits(entry.path),
    limits,
  );
  return entries.map((entry) => entry.path);
}

type Thread = AsyncDisposable & { search(paths: readonly string[]): Promise<Answer> };

function startThread(job: Job, { signal, clock, timeoutMs }: ScanLimits): Thread {
  const worker = newWorker();
  const ticks = new SharedArrayBuffer(8);
  const seen = new Int32Array(ticks);
  const ask = (message: Ask): void => worker.postMessage(message, []);
  ask({ type: "job", job, ticks });
  const begun = clock.now();
  return {
    search: (paths) =>
      new Promise((resolve, reject) => {
        const end = (act: () => void): void => {
          over.cancel();
          stuck.cancel();
          signal.removeEventListener("abort", onAbort);
          worker.removeAllListeners();
          act();
        };
        const fail = (error: Error): void => end(() => reject(error));
        const onAbort = (): void => fail(aborted("Signal", timeoutMs));
        const left = timeoutMs - (clock.now() - begun);
        const over = clock.timer(left, () => fail(aborted("Timeout", timeoutMs)));
        Atomics.store(seen, 1, -1);
        let last = { tick: Atomics.load(seen, 0), worked: workedMs() };
        const look = (): void => {
          const now = { tick: Atomics.load(seen, 0), worked: workedMs() };
          // None before it has begun with the first one.
          const slowIn = paths[Atomics.load(seen, 1)];
          if (now.tick !== last.tick) last = now;
          else if (slowIn !== undefined && now.worked - last.worked >= STUCK_WORK_MS) {
            return end(() => resolve({ hits: [], unreadable: 0, slowIn }));
          }
          stuck = clock.timer(STUCK_MS, look);
        };
        let stuck = clock.timer(STUCK_MS, look);
        worker.once("message", (answer: Answer) => end(() => resolve(answer)));
        worker.once("error", (error) => fail(broken(error)));
        if (signal.aborted) onAbort();
        else {
          signal.addEventListener("abort", onAbort, { once: true });
          ask({ type: "files", paths });
        }
      }),
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

/** What all threads have worked, not waited. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** In the compiled program there are no files to start a thread from. */
function newWorker(): Worker {
  const source = embeddedText("search-worker");
  return source === null
    ? new Worker(new URL("./worker.ts", import.meta.url))
    : new Worker(source, { eval: true });
}

function broken(error: unknown): ToolError {
  const why = error instanceof Error ? error.message : String(error);
  return new ToolError(`The search failed: ${why.slice(0, 200)}. Try a simpler pattern.`);
}

function tooSlow(name: string): ToolError {
  return new ToolError(
    `The pattern takes too long in ${shownName(name)}. Make it simpler: no repetition inside a repetition.`,
  );
}
