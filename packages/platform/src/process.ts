import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { Env } from "./env.ts";

export type ShellOptions = {
  readonly timeoutMs: number;
  /** The whole environment of the command. */
  readonly env: Env;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
};

export type ShellResult = {
  readonly end: "exited" | "timed-out" | "aborted" | "failed-to-start";
  /** Null when it was killed or did not start. */
  readonly exitCode: number | null;
  /** At most 64 KB each; what comes after that is dropped. */
  readonly stdout: string;
  readonly stderr: string;
};

const MAX_BYTES = 64 * 1024;
/** How long output may take to arrive once the command has ended: a child may hold the pipe. */
const GRACE_MS = 200;

/**
 * Runs a command line in the shell, without input, and waits for it. It is the leader of a process
 * group of its own, which is killed as a whole on timeout and abort. Never rejects.
 */
export function runShell(command: string, options: ShellOptions): Promise<ShellResult> {
  const { timeoutMs, signal } = options;
  if (signal?.aborted === true) return Promise.resolve(nothing("aborted"));
  return new Promise((resolve) => {
    const child = start(command, options);
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    let end: ShellResult["end"] = "exited";
    const stop = (why: ShellResult["end"]): void => {
      end = why;
      killGroup(child);
    };
    const abort = (): void => stop("aborted");
    const timer = setTimeout(() => stop("timed-out"), timeoutMs);
    signal?.addEventListener("abort", abort, { once: true });

    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      const exitCode = end === "exited" ? child.exitCode : null;
      resolve({ end, exitCode, stdout: stdout(), stderr: stderr() });
    };
    child.once("error", () => {
      end = "failed-to-start";
      finish();
    });
    child.once("exit", () => {
      clearTimeout(timer);
      const grace = setTimeout(finish, GRACE_MS);
      child.once("close", () => {
        clearTimeout(grace);
        finish();
      });
    });
  });
}

function start(command: string, { env, cwd }: ShellOptions): ChildProcess {
  const { spawn } = childProcess();
  const windows = process.platform === "win32";
  return spawn(command, {
    shell: windows ? true : "/bin/sh",
    detached: !windows,
    env: { ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
}

/** Loaded with the first command: most runs have none. */
function childProcess() {
  return process.getBuiltinModule("node:child_process");
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") childProcess().spawn("taskkill", ["/pid", `${child.pid}`, "/t", "/f"]);
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended in the meantime.
  }
}

/** Gathers output up to the limit and reads on, so that the writer does not block. */
function collect(stream: Readable | null): () => string {
  const chunks: Buffer[] = [];
  let room = MAX_BYTES;
  stream?.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, room);
    room -= kept.length;
    if (kept.length > 0) chunks.push(kept);
  });
  // A broken pipe ends the output; the exit code tells the rest.
  stream?.on("error", () => undefined);
  return () => Buffer.concat(chunks).toString("utf8");
}

function nothing(end: ShellResult["end"]): ShellResult {
  return { end, exitCode: null, stdout: "", stderr: "" };
}
