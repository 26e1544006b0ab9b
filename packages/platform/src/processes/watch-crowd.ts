import { crowdSize } from "./proc-files.ts";
import type { RunningGroup } from "./running-group.ts";

const LOOK_EVERY_MS = 200;

/**
 * Ends what multiplies without end (R13). A glance at the whole machine is cheap; who it is, is
 * looked up only when that has grown.
 */
export function watchCrowd(running: RunningGroup, most: number): void {
  if (process.platform !== "linux") return;
  // Others may end in the meantime, which hides growth.
  let least = crowdSize() ?? 0;
  const timer = setInterval(() => {
    const size = crowdSize() ?? 0;
    least = Math.min(least, size);
    if (size - least > most && running.count() > most) running.stop("crowded");
  }, LOOK_EVERY_MS);
  timer.unref();
  void running.ended.finally(() => clearInterval(timer));
}
