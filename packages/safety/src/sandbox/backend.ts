import type { Guarded } from "./guarded-paths.ts";
import type { SandboxPlan } from "./plan.ts";
import type { Command } from "./sandbox.ts";

export type BackendName = "bubblewrap" | "landlock" | "seatbelt";

/** One way to confine commands. */
export type Backend = {
  readonly name: BackendName;
  /** What it cannot stop, for the user. */
  readonly gaps: (plan: SandboxPlan) => readonly string[];
  /** Names that nobody may create have to be held by something that exists. */
  readonly needsHolders: boolean;
  /** Control files that a command could change all the same: they are compared afterwards. */
  readonly uncovered: (guarded: readonly Guarded[]) => readonly Guarded[];
  readonly wrap: (command: Command, plan: SandboxPlan) => Command;
};
