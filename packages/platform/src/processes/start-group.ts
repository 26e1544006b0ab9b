import { ChildHandle } from "./child-handle.ts";
import type { OnOutput } from "./program-handle.ts";
import { RunningGroup, type RunningOptions } from "./running-group.ts";
import { spawnGroup, type Program, type Surroundings } from "./spawn-group.ts";

export type StartOptions = Surroundings &
  RunningOptions & {
    readonly onOutput: OnOutput;
    /** Gets hold of the program's input, where it has one. */
    readonly onInput?: (input: NodeJS.WritableStream) => void;
  };

/** What does not start says why. */
export function startGroup(program: Program, options: StartOptions): RunningGroup | Error {
  const child = spawnGroup(program, options, options.mark ?? null);
  if (child instanceof Error) return child;
  if (child.stdin !== null) {
    // Whoever writes to a program that has ended is told so by its end.
    child.stdin.on("error", () => undefined);
    options.onInput?.(child.stdin);
  }
  const { contained = false } = program;
  return new RunningGroup(new ChildHandle(child, options.onOutput), { ...options, contained });
}
