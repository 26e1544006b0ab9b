import type { ChildProcess } from "node:child_process";
import type { Env } from "../env.ts";
import { crowdSize } from "./proc-files.ts";
import { MARK_VARIABLE, type Mark } from "./process-info.ts";

export type Program = {
  readonly file: string;
  readonly args: readonly string[];
  /** Runs `file` as a command line of this shell; `true` is the system's own. */
  readonly shell?: string | true;
  /** Both outputs through one pipe, which keeps their order as two would not. */
  readonly merged?: true;
  /** On Windows: the arguments are quoted already. */
  readonly verbatim?: true;
  /** Starts with something to read; otherwise there is no input. */
  readonly input?: true;
  /** It has a process space of its own: nobody in there outlives it. */
  readonly contained?: true;
};

export type Surroundings = {
  /** The whole environment of the program. */
  readonly env: Env;
  readonly cwd?: string;
};

/** More than any build needs; a fork bomb meets it. */
export const MOST_PROCESSES = 2_000;
/** Of all users together, threads too: the limit below counts the user's. */
const ROOM_FOR_PROCESSES = 2 * MOST_PROCESSES;

/**
 * Sets what only a process itself can set, and becomes the program: `$1` says whether the outputs
 * are merged, `$2` is the limit that marks, `$3` the most processes; the options of shells differ.
 */
const PRELUDE = [
  '[ -z "$2" ] || { ulimit -x "$2" || ulimit -w "$2"; } 2>/dev/null',
  '[ -z "$3" ] || { ulimit -S -u "$3" || ulimit -S -p "$3"; } 2>/dev/null',
  '[ -z "$1" ] || exec 2>&1',
  "shift 3",
  'exec "$@"',
].join("; ");

/**
 * Starts a program as the leader of a process group of its own. Never throws: an error that is
 * known at once is returned, any other comes as the child's `error` event.
 */
export function spawnGroup(
  program: Program,
  { env, cwd }: Surroundings,
  mark: Mark | null,
): ChildProcess | Error {
  const { file, args } = withPrelude(program, mark);
  try {
    return process.getBuiltinModule("node:child_process").spawn(file, [...args], {
      detached: process.platform !== "win32",
      env: { ...env, ...(mark === null ? {} : { [MARK_VARIABLE]: mark.value }) },
      ...(program.shell === undefined ? {} : { shell: program.shell }),
      ...(cwd === undefined ? {} : { cwd }),
      stdio: [program.input === true ? "pipe" : "ignore", "pipe", "pipe"],
      windowsHide: true,
      windowsVerbatimArguments: program.verbatim === true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export function withPrelude(
  { file, args, shell, merged }: Program,
  mark: Mark | null,
): Pick<Program, "file" | "args"> {
  if (process.platform === "win32" || shell !== undefined) return { file, args };
  const locks = mark?.locks === null || mark === null ? "" : `${mark.locks}`;
  const settings = [merged === true ? "merged" : "", locks, processLimit()];
  return { file: "/bin/sh", args: ["-c", PRELUDE, "sh", ...settings, file, ...args] };
}

/** The system's own bound on a fork bomb; it does not hold for root, so it is not the only one. */
function processLimit(): string {
  if (process.platform !== "linux" || process.getuid?.() === 0) return "";
  const size = crowdSize();
  return size === null ? "" : `${size + ROOM_FOR_PROCESSES}`;
}
