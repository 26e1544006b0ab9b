import type { Entry } from "@squire/protocol";

/** What requests have cost. Counts the vendors did not report are not in the sums. */
export type UsageTotals = {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
  /** Of the requests whose price was known. */
  readonly costUsd: number;
  /** Requests whose price was not known. */
  readonly unpriced: number;
};

export const NO_TOTALS: UsageTotals = {
  requests: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  costUsd: 0,
  unpriced: 0,
};

/** Adds a `usage` entry; the price is the one frozen in it (USE-1, C24). */
export function addUsage(totals: UsageTotals, { usage, costUsd }: Entry<"usage">): UsageTotals {
  return {
    requests: totals.requests + 1,
    input: totals.input + (usage.input ?? 0),
    output: totals.output + (usage.output ?? 0),
    cacheRead: totals.cacheRead + (usage.cacheRead ?? 0),
    cacheWrite: totals.cacheWrite + (usage.cacheWrite ?? 0),
    reasoning: totals.reasoning + (usage.reasoning ?? 0),
    costUsd: totals.costUsd + (costUsd ?? 0),
    unpriced: totals.unpriced + (costUsd === null ? 1 : 0),
  };
}

/** The part of the input that came from the vendor's cache; 0 without input. */
export function cacheHitRatio({ cacheRead, input }: UsageTotals): number {
  return input === 0 ? 0 : cacheRead / input;
}

/** Null when nothing that was spent has a known price. */
export function knownCost({ requests, costUsd, unpriced }: UsageTotals): number | null {
  return unpriced > 0 && unpriced === requests ? null : costUsd;
}
