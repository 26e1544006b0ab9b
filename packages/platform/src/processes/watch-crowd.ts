import { crowdSize } from "./proc-files.ts";
import type { RunningGroup } from "./running-group.ts";

const LOOK_EVERY_MS = 200;

/**
 * Ends what multiplies without end (R13). A glance at the whole machine is cheap; who it is, is
 * looked up only when that has grown.
 */
export function watchCrowd(running: RunningGroup, most: number): void {
  const before = process.platform === "linux" ? crowdSize() : null;
  if (before === null) return;
  const timer = setInterval(() => {
    const grown = (crowdSize() ?? before) - before;
    if (grown > most && running.count() > most) running.stop("crowded");
  }, LOOK_EVERY_MS);
  timer.unref();
  void running.ended.finally(() => clearInterval(timer));
}
