import { runCollected, type ShellOptions, type ShellResult } from "./run-collected.ts";

/** Like `runShell`, for one program with its arguments: no shell sees them. Never rejects. */
export function runProgram(argv: readonly string[], options: ShellOptions): Promise<ShellResult> {
  const [file = "", ...args] = argv;
  return runCollected({ file, args }, options);
}
