import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Waits a second at most for a process to end; false when it still runs. */
export async function processGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200 && isRunning(pid); tries++) await pause(5);
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
