import { collectOutput } from "./collect-output.ts";
import type { Env } from "./env.ts";
import { runGroup, type Limits } from "./processes/run-group.ts";

export type ShellOptions = Limits & {
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

/**
 * Runs a command line in the shell, without input, and waits for it. It is the leader of a process
 * group of its own, which is ended as a whole on timeout and abort. Never rejects.
 */
export async function runShell(command: string, options: ShellOptions): Promise<ShellResult> {
  const shell = process.platform === "win32" ? true : "/bin/sh";
  const kept = { stdout: collectOutput(), stderr: collectOutput() };
  const { end, exitCode } = await runGroup(
    { file: command, args: [], shell },
    { ...options, onOutput: (chunk, from) => kept[from].push(chunk) },
  );
  const how = end === "crowded" || end === "stopped" ? "aborted" : end;
  return { end: how, exitCode, stdout: kept.stdout.text(), stderr: kept.stderr.text() };
}
