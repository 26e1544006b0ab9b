import { runCollected, type ShellOptions, type ShellResult } from "./run-collected.ts";

/**
 * Runs a command line in the shell, without input, and waits for it. It is the leader of a process
 * group of its own, which is ended as a whole on timeout and abort. Never rejects.
 */
export function runShell(command: string, options: ShellOptions): Promise<ShellResult> {
  const shell = process.platform === "win32" ? true : "/bin/sh";
  return runCollected({ file: command, args: [], shell }, options);
}
