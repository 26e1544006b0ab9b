import { runGroup, type GroupEnd, type GroupOptions } from "./run-group.ts";

export type ProcessOptions = GroupOptions & {
  /** The path of a POSIX shell. */
  readonly shell: string;
  /** Both outputs, in the order they were written. Must not throw. */
  readonly onOutput: (chunk: Uint8Array) => void;
};

/**
 * Runs a command line in a shell, without input, and hands on its output as it comes. On timeout
 * and abort the whole process group is asked to end, and killed two seconds later. Never rejects.
 */
export function runProcess(command: string, options: ProcessOptions): Promise<GroupEnd> {
  // One pipe for both keeps their order, which two pipes would not. On the first line of the
  // command, so that the shell's messages name the right lines.
  const args = ["-c", `exec 2>&1; ${command}`];
  return runGroup({ file: options.shell, args }, options, options.onOutput);
}
