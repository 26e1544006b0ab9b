import { collectOutput } from "./collect-output.ts";
import type { Env } from "./env.ts";
import { runGroup, type Limits } from "./processes/run-group.ts";
import type { GroupEnd, RunningOptions } from "./processes/running-group.ts";
import type { Program } from "./processes/spawn-group.ts";

export type ShellOptions = Limits &
  Pick<RunningOptions, "clock"> & {
    readonly env: Env;
    readonly cwd?: string;
  };

export type ShellResult = {
  readonly end: "exited" | "timed-out" | "aborted" | "failed-to-start";
  /** Null when it was killed or did not start. */
  readonly exitCode: number | null;
  /** At most 64 KB each; what comes after that is dropped. */
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a program to its end and gives what it printed. */
export async function runCollected(program: Program, options: ShellOptions): Promise<ShellResult> {
  const kept = { stdout: collectOutput(), stderr: collectOutput() };
  const { end, exitCode } = await runGroup(program, {
    ...options,
    onOutput: (chunk, from) => kept[from].push(chunk),
  });
  return { end: howOf(end), exitCode, stdout: kept.stdout.text(), stderr: kept.stderr.text() };
}

function howOf(end: GroupEnd["end"]): ShellResult["end"] {
  return end === "crowded" || end === "stopped" ? "aborted" : end;
}
