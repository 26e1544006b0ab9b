import type { UsageTotal } from "@squire/protocol";
import type { UsageTotals } from "@squire/session";

/** Null as soon as one price in it is unknown. */
export function usageTotal(totals: UsageTotals): UsageTotal {
  const { requests, input, output, cacheRead, cacheWrite, costUsd, unpriced } = totals;
  const cost = unpriced > 0 ? null : costUsd;
  return { requests, input, output, cacheRead, cacheWrite, costUsd: cost };
}
