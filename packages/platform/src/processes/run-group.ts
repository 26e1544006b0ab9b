import { systemClock } from "../clock.ts";
import { endedBy, failedToStart, type GroupEnd, type RunningGroup } from "./running-group.ts";
import type { Program } from "./spawn-group.ts";
import { startGroup, type StartOptions } from "./start-group.ts";

export type Limits = {
  /** Null: as long as it likes. */
  readonly timeoutMs: number | null;
  readonly signal?: AbortSignal;
};

/**
 * Runs a program and waits for it. All that came of it is ended on timeout and abort, when it ends
 * itself, and when this process exits. Never rejects.
 */
export async function runGroup(
  program: Program,
  options: StartOptions & Limits,
): Promise<GroupEnd> {
  if (options.signal?.aborted === true) return endedBy("aborted");
  const running = startGroup(program, options);
  if (running instanceof Error) return failedToStart(running.message);
  const killNow = (): void => running.killNow();
  process.once("exit", killNow);
  const end = await withinLimits(running, options);
  process.removeListener("exit", killNow);
  return end;
}

/** Stops what takes too long or is not wanted any more. */
export async function withinLimits(
  running: Pick<RunningGroup, "ended" | "stop">,
  { timeoutMs, signal, clock = systemClock }: Pick<StartOptions, "clock"> & Limits,
): Promise<GroupEnd> {
  const abort = (): void => running.stop("aborted");
  signal?.addEventListener("abort", abort, { once: true });
  const timer = timeoutMs === null ? null : clock.timer(timeoutMs, () => running.stop("timed-out"));
  const end = await running.ended;
  timer?.cancel();
  signal?.removeEventListener("abort", abort);
  return end;
}
