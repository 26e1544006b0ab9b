import { parse } from "node:path";
import type { systemClock } from "./clock.ts";
import { runGroup, type Limits } from "./processes/run-group.ts";
import type { GroupEnd } from "./processes/running-group.ts";

export type ScriptOptions = Limits & {
  readonly clock?: Pick<typeof systemClock, "timer">;
  /** What it writes, in pieces. Must not throw. */
  readonly onOutput: (chunk: Uint8Array) => void;
};

/** How JavaScript runs in a child of this very runtime, with nothing of ours around it. */
export function scriptProgram(source: string, args: readonly string[]) {
  return {
    file: process.execPath,
    args: ["--no-env-file", "--no-install", "-e", source, "--", ...args],
    cwd: parse(process.execPath).root,
    // Our compiled program is Bun itself when it is told so.
    env: { BUN_BE_BUN: "1" },
  };
}

/**
 * Runs JavaScript in a child of this very runtime: whatever it does, also in native code, it can be
 * stopped. The source stands alone (built-in modules only) and finds its arguments in
 * `process.argv.slice(1)`. It runs with an empty environment in the top folder of the disk, where no
 * stranger can have left a configuration. Never rejects.
 */
export function runScript(
  source: string,
  args: readonly string[],
  { onOutput, ...limits }: ScriptOptions,
): Promise<GroupEnd> {
  const { cwd, env, ...program } = scriptProgram(source, args);
  return runGroup(program, {
    ...limits,
    cwd,
    env,
    onOutput: (chunk, from) => {
      if (from === "stdout") onOutput(chunk);
    },
  });
}
