import type { Price } from "@squire/llm";
import type { Entry, Usage } from "@squire/protocol";

/**
 * `warm`: the vendor will find the last prompt in its cache. `cold`: it caches, but what it had is
 * gone by then. `none`: it does not cache.
 */
export type CacheState = "warm" | "cold" | "none";

export type Forecast = NonNullable<Entry<"prefix_break">["forecast"]>;

export type Change = {
  readonly promptTokens: number;
  /** Tokens before the first byte that changes: they stay in the cache. */
  readonly before: number;
  readonly saved: number;
};

export type Terms = {
  readonly price: Price | null;
  readonly cache: CacheState;
  /** How many requests are still to come. */
  readonly steps: number;
};

const LEAST_STEPS = 4;
const MOST_STEPS = 64;
/** What vendors take for cached input where we do not know better. */
const USUAL_DISCOUNT = 0.1;

/**
 * What the next requests cost if the view stays as it is and if it is changed: changing breaks the
 * vendor's cache from there on, and has to pay that back (LOOP-16).
 */
export function forecast({ promptTokens, before, saved }: Change, terms: Terms): Forecast {
  const { fresh, cached, written, unit } = ratesOf(terms);
  const steps = Math.max(1, Math.round(terms.steps));
  const later = promptTokens - saved;
  const again = steps - 1;
  const first = {
    warm: [promptTokens * cached, before * cached + (later - before) * written] as const,
    cold: [promptTokens * written, later * written] as const,
    none: [promptTokens * fresh, later * fresh] as const,
  }[terms.cache];
  const rate = terms.cache === "none" ? fresh : cached;
  return {
    steps,
    keepCost: Math.max(0, first[0] + again * promptTokens * rate),
    changeCost: Math.max(0, first[1] + again * later * rate),
    unit,
  };
}

export function expectedSteps(branch: readonly Entry[]): number {
  const replies = branch.filter(
    (entry) => entry.type === "message" && entry.message.role === "assistant",
  );
  return stepsAfter(replies.length);
}

/** A session goes on about as long as it has lasted. */
export function stepsAfter(replies: number): number {
  return Math.min(MOST_STEPS, Math.max(LEAST_STEPS, replies));
}

/** As far as the last reply and the price list can tell. */
export function cacheStateOf(usage: Usage, price: Price | null): CacheState {
  const caches = price?.cacheRead !== undefined || (usage.cacheRead ?? 0) > 0;
  return caches ? "warm" : "none";
}

function ratesOf({ price }: Terms): {
  readonly fresh: number;
  readonly cached: number;
  readonly written: number;
  readonly unit: Forecast["unit"];
} {
  if (price === null || price.input <= 0) {
    return { fresh: 1, cached: USUAL_DISCOUNT, written: 1, unit: "tokens" };
  }
  const perToken = (perMillion: number): number => perMillion / 1_000_000;
  return {
    fresh: perToken(price.input),
    cached: perToken(price.cacheRead ?? price.input * USUAL_DISCOUNT),
    written: perToken(price.cacheWrite ?? price.input),
    unit: "usd",
  };
}
