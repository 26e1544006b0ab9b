import type { Usage } from "@squire/protocol";

/** What several replies used; what none of them reported stays unknown. */
export function sumUsage(a: Usage, b: Usage): Usage {
  return {
    input: sum(a.input, b.input),
    output: sum(a.output, b.output),
    cacheRead: sum(a.cacheRead, b.cacheRead),
    cacheWrite: sum(a.cacheWrite, b.cacheWrite),
    reasoning: sum(a.reasoning, b.reasoning),
    total: sum(a.total, b.total),
  };
}

/** False when the vendor said nothing at all. */
export function isReported(usage: Usage): boolean {
  return usage.input !== null || usage.output !== null || usage.total !== null;
}

function sum(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}
