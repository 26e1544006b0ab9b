import { systemClock } from "../clock.ts";
import { crowdSize } from "./proc-files.ts";
import { MOST_PROCESSES, type Program } from "./spawn-group.ts";
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
  /** More than any build needs; a fork bomb meets it. */
  readonly mostProcesses?: number;
};

const LOOK_EVERY_MS = 200;

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

/** Stops what takes too long, is not wanted any more, or multiplies without end. */
export async function withinLimits(
  running: RunningGroup,
  { timeoutMs, signal, mostProcesses, clock = systemClock }: Pick<StartOptions, "clock"> & Limits,
): Promise<GroupEnd> {
  const abort = (): void => running.stop("aborted");
  signal?.addEventListener("abort", abort, { once: true });
  const timer = timeoutMs === null ? null : clock.timer(timeoutMs, () => running.stop("timed-out"));
  const crowd = watchCrowd(running, mostProcesses);
  const end = await running.ended;
  timer?.cancel();
  crowd.cancel();
  signal?.removeEventListener("abort", abort);
  return end;
}

/** A glance at the whole machine is cheap; who it is, is looked up only when that has grown. */
export function watchCrowd(
  running: RunningGroup,
  most: number = MOST_PROCESSES,
): { cancel(): void } {
  const before = process.platform === "linux" ? crowdSize() : null;
  if (before === null) return { cancel: () => {} };
  const timer = setInterval(() => {
    const grown = (crowdSize() ?? before) - before;
    if (grown > most && running.count() > most) running.stop("crowded");
  }, LOOK_EVERY_MS);
  timer.unref();
  return { cancel: () => clearInterval(timer) };
}
