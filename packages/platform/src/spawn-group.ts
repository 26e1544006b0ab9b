import type { ChildProcess } from "node:child_process";
import type { Env } from "./env.ts";

export type Program = {
  readonly file: string;
  readonly args: readonly string[];
  /** Runs `file` as a command line of this shell; `true` is the system's own. */
  readonly shell?: string | true;
};

export type Surroundings = {
  /** The whole environment of the program. */
  readonly env: Env;
  readonly cwd?: string;
};

/**
 * Starts a program without input, as the leader of a process group of its own. Never throws: an
 * error that is known at once is returned, any other comes as the child's `error` event.
 */
export function spawnGroup(
  { file, args, shell }: Program,
  { env, cwd }: Surroundings,
): ChildProcess | Error {
  try {
    return childProcess().spawn(file, [...args], {
      detached: process.platform !== "win32",
      env: { ...env },
      ...(shell === undefined ? {} : { shell }),
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Tells the whole group; that it has ended in the meantime is no error. */
export function signalGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    childProcess()
      .spawn("taskkill", ["/pid", `${pid}`, "/t", "/f"], { windowsHide: true, stdio: "ignore" })
      .on("error", () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left.
  }
}

/** Whether anybody of the group still runs. The dead that nobody has collected do not count. */
export function isGroupAlive({ pid }: ChildProcess): boolean {
  if (pid === undefined || process.platform === "win32") return false;
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || hasRunning(pid);
}

/** Only Linux in a container leaves the dead lying around, and there `/proc` tells them apart. */
function hasRunning(group: number): boolean {
  const { readdirSync } = process.getBuiltinModule("node:fs");
  try {
    return readdirSync("/proc").some((name) => /^\d+$/.test(name) && runsIn(name, group));
  } catch {
    return true;
  }
}

function runsIn(pid: string, group: number): boolean {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold anything, also brackets.
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(itsGroup) === group && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}

/** Loaded with the first command: most runs have none. */
function childProcess() {
  return process.getBuiltinModule("node:child_process");
}
