import { spawn, type ChildProcess } from "node:child_process";
import { aborted, type ScanLimits } from "../watch.ts";

export type RgRun = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** False: that is enough, end it. */
  readonly onOutput: (chunk: Uint8Array) => boolean;
};

export type RgEnd =
  /** 0 with matches, 1 without, 2 when something went wrong. */
  | { readonly type: "exited"; readonly code: number; readonly complaints: string }
  | { readonly type: "enough" }
  /** It does not run here. */
  | { readonly type: "broken"; readonly why: string };

const MOST_COMPLAINTS = 64 * 1024;

/**
 * Runs ripgrep without a shell, without input and without an environment. It is killed at once when
 * its output is enough, when the signal fires and when the time is over; the last two reject.
 */
export function runRg(run: RgRun, limits: ScanLimits): Promise<RgEnd> {
  const { signal, clock, timeoutMs } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(aborted("Signal", timeoutMs));
      return;
    }
    const child = start(run);
    if (child instanceof Error) {
      resolve({ type: "broken", why: child.message });
      return;
    }
    const complaints = collect(child);
    const settle = (act: () => void): void => {
      timer.cancel();
      signal.removeEventListener("abort", onAbort);
      forget(child);
      act();
    };
    const kill = (): void => void child.kill("SIGKILL");
    const stop = (act: () => void): void => {
      kill();
      child.stdout?.destroy();
      child.stderr?.destroy();
      settle(act);
    };
    const onAbort = (): void => stop(() => reject(aborted("Signal", timeoutMs)));
    const timer = clock.timer(timeoutMs, () => stop(() => reject(aborted("Timeout", timeoutMs))));
    signal.addEventListener("abort", onAbort, { once: true });
    remember(child);
    let isOpen = true;
    child.stdout?.on("data", (chunk: Uint8Array) => {
      if (!isOpen || run.onOutput(chunk)) return;
      isOpen = false;
      stop(() => resolve({ type: "enough" }));
    });
    child.once("error", ({ message }) => settle(() => resolve({ type: "broken", why: message })));
    child.once("close", (code, ending) => {
      settle(() => resolve(endOf(code, ending, complaints())));
    });
  });
}

/** What runs now: nothing may outlive this process. One listener for all, as there may be many. */
const running = new Set<ChildProcess>();

function remember(child: ChildProcess): void {
  if (running.size === 0) process.on("exit", killAll);
  running.add(child);
}

function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.removeListener("exit", killAll);
}

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

function start({ program, args, cwd }: RgRun): ChildProcess | Error {
  try {
    return spawn(program, [...args], {
      cwd,
      // Windows programs do not start without it.
      env: process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] } : {},
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Uint8Array) => {
    if (text.length < MOST_COMPLAINTS) text += Buffer.from(chunk).toString("utf8");
  });
  return () => text;
}

function endOf(code: number | null, ending: string | null, complaints: string): RgEnd {
  if (code === null || code > 2) {
    return { type: "broken", why: `it ended with ${ending ?? code}: ${complaints.slice(0, 200)}` };
  }
  return { type: "exited", code, complaints };
}
