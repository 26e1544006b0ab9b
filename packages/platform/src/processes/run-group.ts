import { systemClock } from "../clock.ts";
import type { Program } from "./spawn-group.ts";
import {
  endedBy,
  startGroup,
  type GroupEnd,
  type RunningGroup,
  type StartOptions,
} from "./start-group.ts";

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
  if (running instanceof Error) return { ...endedBy("failed-to-start"), problem: running.message };
  return withinLimits(running, options);
}

/** Stops what takes too long or is not wanted any more. */
export async function withinLimits(
  running: RunningGroup,
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
