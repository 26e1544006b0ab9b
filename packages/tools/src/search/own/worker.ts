import { parentPort } from "node:worker_threads";
import type { Answer, Ask, Job, JobHit } from "./job.ts";
import { PatternTooSlow } from "./patient-exec.ts";
import { searchFile } from "./search-file.ts";

/** A thread that searches files: one that can be ended when a pattern takes too long (SEC-7). */
let job: Job | null = null;
let regex: RegExp | null = null;
let ticks = new Int32Array(new SharedArrayBuffer(8));

parentPort?.on("message", (ask: Ask) => {
  if (ask.type === "job") {
    ({ job } = ask);
    regex = new RegExp(ask.job.source, "gv");
    ticks = new Int32Array(ask.ticks);
    return;
  }
  parentPort?.postMessage(search(ask.paths), []);
});

function search(paths: readonly string[]): Answer {
  const hits: JobHit[] = [];
  let unreadable = 0;
  let slowIn: string | null = null;
  for (const [at, path] of paths.entries()) {
    if (job === null || regex === null) break;
    Atomics.store(ticks, 1, at);
    tick();
    try {
      const hit = searchFile(path, job, regex, tick);
      if (hit !== null) hits.push(hit);
    } catch (error) {
      if (error instanceof PatternTooSlow) {
        slowIn = path;
        break;
      }
      unreadable += 1;
    }
  }
  return { hits, unreadable, slowIn };
}

/** Shows the other side that this one is not stuck. */
function tick(): void {
  Atomics.add(ticks, 0, 1);
}
