import { collectOutput } from "./collect-output.ts";
import type { ShellOptions, ShellResult } from "./process.ts";
import { runGroup } from "./run-group.ts";

/** Like `runShell`, for one program with its arguments: no shell sees them. Never rejects. */
export async function runProgram(
  argv: readonly string[],
  options: ShellOptions,
): Promise<ShellResult> {
  const [file = "", ...args] = argv;
  const kept = { stdout: collectOutput(), stderr: collectOutput() };
  const { end, exitCode } = await runGroup({ file, args }, options, (chunk, from) =>
    kept[from].push(chunk),
  );
  return { end, exitCode, stdout: kept.stdout.text(), stderr: kept.stderr.text() };
}
