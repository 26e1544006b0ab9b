import type { Usage, UsageTotal } from "@squire/protocol";
import type { UsageTotals } from "@squire/session";

export const NOTHING_SPENT: UsageTotal = {
  requests: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: 0,
};

/** Null as soon as one price in it is unknown. */
export function usageTotal(totals: UsageTotals): UsageTotal {
  const { requests, input, output, cacheRead, cacheWrite, costUsd, unpriced } = totals;
  const cost = unpriced > 0 ? null : costUsd;
  return { requests, input, output, cacheRead, cacheWrite, costUsd: cost };
}

type Spent = { readonly usage: Usage; readonly costUsd: number | null };

/** One request; what the vendor did not count is nothing. */
export function spentOnce({ usage, costUsd }: Spent): UsageTotal {
  const { input, output, cacheRead, cacheWrite } = usage;
  return {
    requests: 1,
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    costUsd,
  };
}

/** What is not known stays unknown. */
export function sumSpent(a: UsageTotal, b: UsageTotal): UsageTotal {
  return {
    requests: a.requests + b.requests,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  };
}
