import type { ChildProcess } from "node:child_process";
import { systemClock } from "./clock.ts";
import {
  isGroupAlive,
  signalGroup,
  spawnGroup,
  type Program,
  type Surroundings,
} from "./spawn-group.ts";

export type GroupOptions = Surroundings & {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Tells when the time is over, and when those who do not end by themselves are killed. */
  readonly clock?: Pick<typeof systemClock, "timer">;
};

export type GroupEnd = {
  readonly end: "exited" | "timed-out" | "aborted" | "failed-to-start";
  /** Null unless it ended by itself. */
  readonly exitCode: number | null;
  /** What it died of, if nobody here stopped it. */
  readonly signal: string | null;
  /** Why it did not start. */
  readonly problem: string | null;
};

export type OnOutput = (chunk: Uint8Array, from: "stdout" | "stderr") => void;

/** A child in the background may hold the pipe: how long to wait for more, and at most (SH-5). */
const QUIET_MS = 250;
const MOST_MS = 2_000;
/** From asking to end to ending it (SH-4). */
const KILL_AFTER_MS = 2_000;
const FIRST_LOOK_MS = 5;
const LOOK_EVERY_MS = 100;
/** How often to look for those that even a kill has not ended. */
const LAST_LOOKS = 5;

/**
 * Runs a program and waits for it. Its process group is ended as a whole on timeout and abort, and
 * when this process exits. `onOutput` must not throw and is not called after the end. Never rejects.
 */
export async function runGroup(
  program: Program,
  options: GroupOptions,
  onOutput: OnOutput,
): Promise<GroupEnd> {
  if (options.signal?.aborted === true) return ended("aborted");
  const child = spawnGroup(program, options);
  if (child instanceof Error) return { ...ended("failed-to-start"), problem: child.message };
  const output = readOutput(child, onOutput);
  const limits = limit(child, options);
  const exit = await Promise.race([exitOf(child), limits.stopped]);
  limits.timer.cancel();
  if (exit?.end !== "failed-to-start") await output.drain();
  output.close();
  const why = await limits.settle();
  return why === null ? (exit ?? ended("exited")) : ended(why);
}

function ended(end: GroupEnd["end"]): GroupEnd {
  return { end, exitCode: null, signal: null, problem: null };
}

function exitOf(child: ChildProcess): Promise<GroupEnd> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => {
      resolve({ ...ended("failed-to-start"), problem: message });
    });
    child.once("exit", (exitCode, signal) => {
      resolve({ ...ended("exited"), exitCode, signal });
    });
  });
}

type Limits = {
  readonly timer: { cancel(): void };
  /** Null once the group was told to end and has ended. */
  readonly stopped: Promise<null>;
  /** Lifts the limits; tells which one has ended the group, when it is gone. */
  settle(): Promise<"timed-out" | "aborted" | null>;
};

function limit(
  child: ChildProcess,
  { timeoutMs, signal, clock = systemClock }: GroupOptions,
): Limits {
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  let why: "timed-out" | "aborted" | null = null;
  const stop = (reason: "timed-out" | "aborted"): void => {
    if (why !== null) return;
    why = reason;
    void endGroup(child, clock).then(() => resolve(null));
  };
  const abort = (): void => stop("aborted");
  const killNow = (): void => signalGroup(child, "SIGKILL");
  signal?.addEventListener("abort", abort, { once: true });
  process.once("exit", killNow);
  return {
    timer: clock.timer(timeoutMs, () => stop("timed-out")),
    stopped,
    async settle() {
      if (why !== null) await stopped;
      signal?.removeEventListener("abort", abort);
      process.removeListener("exit", killNow);
      return why;
    },
  };
}

/** Asks all to end, kills those who do not, and resolves when nobody is left. */
async function endGroup(
  child: ChildProcess,
  clock: NonNullable<GroupOptions["clock"]>,
): Promise<void> {
  let looks = Infinity;
  signalGroup(child, "SIGTERM");
  const kill = clock.timer(KILL_AFTER_MS, () => {
    signalGroup(child, "SIGKILL");
    looks = LAST_LOOKS;
  });
  for (let pause = FIRST_LOOK_MS; isGroupAlive(child) && looks > 0; looks--) {
    await systemClock.sleep(pause);
    pause = Math.min(pause * 2, LOOK_EVERY_MS);
  }
  kill.cancel();
}

function readOutput(child: ChildProcess, onOutput: OnOutput) {
  let [open, heard] = [true, (): void => {}];
  for (const from of ["stdout", "stderr"] as const) {
    child[from]?.on("data", (chunk: Buffer) => {
      if (open) onOutput(chunk, from);
      heard();
    });
    // A broken pipe ends the output; how the program ends tells the rest.
    child[from]?.on("error", () => undefined);
  }
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  return {
    /** Once the program has ended: what is still on its way. */
    async drain(): Promise<void> {
      const { promise: enough, resolve } = Promise.withResolvers<void>();
      const most = systemClock.timer(MOST_MS, resolve);
      let quiet = systemClock.timer(QUIET_MS, resolve);
      heard = () => {
        quiet.cancel();
        quiet = systemClock.timer(QUIET_MS, resolve);
      };
      await Promise.race([closed, enough]);
      heard = () => {};
      quiet.cancel();
      most.cancel();
    },
    close(): void {
      open = false;
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}
