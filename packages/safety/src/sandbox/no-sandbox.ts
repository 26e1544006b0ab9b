import type { Command, Sandbox } from "./sandbox.ts";

const NOTHING_LEFT = { leave: () => Promise.resolve([]) };

/** None: commands run as they are (`auto` without a backend, `off`), or not at all (`enforce`). */
export function noSandbox(reason: string, commands: "run" | "refused"): Sandbox {
  return {
    name: commands === "run" ? `none: ${reason}` : `commands are refused: ${reason}`,
    confines: false,
    gaps: commands === "run" ? ["commands run with all of your rights"] : [],
    enter: () => Promise.resolve(NOTHING_LEFT),
    wrap: (command: Command) => (commands === "run" ? command : null),
    looksStopped: () => false,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
