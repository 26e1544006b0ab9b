/** ESC-7. Null, absent or not above zero: no limit. */
export type Budget = {
  readonly usd?: number | null;
  readonly tokens?: number | null;
  readonly wallMs?: number | null;
};

/** What a session has used up. */
export type Spent = {
  readonly usd: number;
  readonly tokens: number;
  readonly wallMs: number;
  /** Requests whose price is not known and so not in `usd`. */
  readonly unpriced: number;
};

export const NOTHING_SPENT: Spent = { usd: 0, tokens: 0, wallMs: 0, unpriced: 0 };

export type BudgetState = {
  /** What is used up, in words; null while there is room. */
  readonly exceeded: string | null;
  /** What is at 80 % or more. */
  readonly near: string | null;
  /** A limit in money stands, and part of the cost is not known. */
  readonly blind: boolean;
};

const NEAR = 0.8;

export const HOW_TO_RAISE =
  "Raise it with /budget or --budget, or set it to 0 to go on without a limit.";

export function judgeBudget(budget: Budget, spent: Spent): BudgetState {
  const parts = [
    { limit: limitOf(budget.usd), used: spent.usd, say: dollars },
    { limit: limitOf(budget.tokens), used: spent.tokens, say: tokens },
    { limit: limitOf(budget.wallMs), used: spent.wallMs, say: minutes },
  ];
  const over = parts.find(({ limit, used }) => used >= limit);
  const near = parts.find(({ limit, used }) => used >= limit * NEAR);
  const words = (part: (typeof parts)[number] | undefined): string | null =>
    part === undefined ? null : `${part.say(part.used)} of ${part.say(part.limit)}`;
  return {
    exceeded: words(over),
    near: words(near),
    blind: limitOf(budget.usd) !== Infinity && spent.unpriced > 0,
  };
}

function limitOf(limit: number | null | undefined): number {
  return limit != null && limit > 0 ? limit : Infinity;
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

function tokens(count: number): string {
  return `${count} tokens`;
}

function minutes(ms: number): string {
  return `${Math.round(ms / 6_000) / 10} minutes`;
}
