import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Far less than what is to be ended would run by itself. */
const MOST_LOOKS = 2_000;

/** Waits some seconds at most for a process to end; false when it still runs. */
export async function processGone(pid: number): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS && isRunning(pid); looks++) await pause(5);
  return !isRunning(pid);
}

/** A killed orphan may stay a zombie where nobody collects it; it runs no more. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    process.kill(pid, 0);
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}
