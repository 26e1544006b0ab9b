import type { Host } from "@squire/host";
import type { UserFailure } from "@squire/protocol";

export type Limits = { readonly maxSteps: number; readonly budgetUsd: number };

export type LimitFlags = { readonly maxSteps?: string; readonly budget?: string };

/** `--max-steps` and `--budget`, else what the settings say. */
export function readLimits(flags: LimitFlags, { loaded }: Host): Limits | { failure: UserFailure } {
  const maxSteps = Number(flags.maxSteps ?? loaded.settings.agent.maxSteps);
  const budgetUsd = Number(flags.budget ?? loaded.settings.budgetUsd);
  if (!Number.isInteger(maxSteps) || maxSteps < 1) {
    return { failure: wrongFlag("--max-steps", flags.maxSteps, "a whole number from 1") };
  }
  if (!Number.isFinite(budgetUsd) || budgetUsd < 0) {
    return { failure: wrongFlag("--budget", flags.budget, "an amount in USD, 0 for no limit") };
  }
  return { maxSteps, budgetUsd };
}

function wrongFlag(flag: string, given: string | undefined, wanted: string): UserFailure {
  const message = `${flag} takes ${wanted}, not "${given ?? ""}".`;
  return { code: "invalid", message, retryable: false };
}
