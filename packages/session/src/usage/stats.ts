import type { LedgerRow } from "./ledger-row.ts";

export type UsageSums = {
  readonly turns: number;
  readonly subagentRuns: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cacheHitTokens: number;
  readonly cacheMissTokens: number;
  /** Part of the prompts that came from a cache; 0 without prompts. */
  readonly cacheHitRatio: number;
  readonly costUsd: number;
  /** Lines without a known price; they are not in `costUsd`. */
  readonly unpriced: number;
  readonly compareUsd: number;
  /** What the cached tokens would have cost more without a cache, at the prices of today. */
  readonly cacheSavingsUsd: number;
};

export type SkillSums = UsageSums & { readonly toolIters: number; readonly durationMs: number };

export type UsageWindow = {
  readonly total: UsageSums;
  /** Largest cost first. */
  readonly byModel: readonly (UsageSums & { readonly model: string })[];
  readonly bySession: readonly (UsageSums & { readonly session: string })[];
  /** Subagents only; `skill` is empty for those without one. */
  readonly bySkill: readonly (SkillSums & { readonly skill: string })[];
};

export const WINDOWS = ["24h", "7d", "30d", "all"] as const;
export type WindowName = (typeof WINDOWS)[number];

export type UsageStats = Readonly<Record<WindowName, UsageWindow>> & { readonly rows: number };

export type StatsOptions = {
  readonly now: number;
  /** What so many cached tokens save with a model now; null when the price is not known. */
  readonly cacheSavings?: (model: string, cachedTokens: number) => number | null;
};

const DAY = 24 * 60 * 60 * 1000;
const SPANS: Readonly<Record<WindowName, number>> = {
  "24h": DAY,
  "7d": 7 * DAY,
  "30d": 30 * DAY,
  all: Number.POSITIVE_INFINITY,
};

/** Sums over the ledger, in one pass (USE-4). Memory grows with models and sessions, not with lines. */
export async function usageStats(
  rows: AsyncIterable<LedgerRow> | Iterable<LedgerRow>,
  { now, cacheSavings }: StatsOptions,
): Promise<UsageStats> {
  const groups = { "24h": newGroups(), "7d": newGroups(), "30d": newGroups(), all: newGroups() };
  let count = 0;
  for await (const row of rows) {
    count++;
    const saved = cacheSavings?.(row.model, row.cacheHitTokens) ?? 0;
    for (const name of WINDOWS) {
      if (now - row.ts <= SPANS[name]) addTo(groups[name], row, saved);
    }
  }
  return {
    rows: count,
    "24h": windowOf(groups["24h"]),
    "7d": windowOf(groups["7d"]),
    "30d": windowOf(groups["30d"]),
    all: windowOf(groups.all),
  };
}

type Sums = { -readonly [K in keyof SkillSums]: number };
type Groups = {
  readonly total: Sums;
  readonly byModel: Map<string, Sums>;
  readonly bySession: Map<string, Sums>;
  readonly bySkill: Map<string, Sums>;
};

function newGroups(): Groups {
  return { total: noSums(), byModel: new Map(), bySession: new Map(), bySkill: new Map() };
}

function addTo(
  { total, byModel, bySession, bySkill }: Groups,
  row: LedgerRow,
  saved: number,
): void {
  addRow(total, row, saved);
  addRow(groupOf(byModel, row.model), row, saved);
  addRow(groupOf(bySession, row.session), row, saved);
  if (row.kind === "subagent") addRow(groupOf(bySkill, row.subagent?.skillName ?? ""), row, saved);
}

function groupOf(groups: Map<string, Sums>, key: string): Sums {
  const sums = groups.get(key) ?? noSums();
  groups.set(key, sums);
  return sums;
}

function addRow(sums: Sums, row: LedgerRow, saved: number): void {
  if (row.kind === "turn") sums.turns++;
  else if (row.kind === "subagent") sums.subagentRuns++;
  sums.promptTokens += row.promptTokens;
  sums.completionTokens += row.completionTokens;
  sums.cacheHitTokens += row.cacheHitTokens;
  sums.cacheMissTokens += row.cacheMissTokens;
  const prompts = sums.cacheHitTokens + sums.cacheMissTokens;
  sums.cacheHitRatio = prompts === 0 ? 0 : sums.cacheHitTokens / prompts;
  sums.costUsd += row.costUsd ?? 0;
  if (row.costUsd === null) sums.unpriced++;
  sums.compareUsd += row.compareUsd ?? 0;
  sums.cacheSavingsUsd += saved;
  sums.toolIters += row.subagent?.toolIters ?? 0;
  sums.durationMs += row.subagent?.durationMs ?? 0;
}

function noSums(): Sums {
  return {
    turns: 0,
    subagentRuns: 0,
    promptTokens: 0,
    completionTokens: 0,
    cacheHitTokens: 0,
    cacheMissTokens: 0,
    cacheHitRatio: 0,
    costUsd: 0,
    unpriced: 0,
    compareUsd: 0,
    cacheSavingsUsd: 0,
    toolIters: 0,
    durationMs: 0,
  };
}

function windowOf({ total, byModel, bySession, bySkill }: Groups): UsageWindow {
  return {
    total: usageOf(total),
    byModel: sorted(byModel).map(([model, sums]) => ({ model, ...usageOf(sums) })),
    bySession: sorted(bySession).map(([session, sums]) => ({ session, ...usageOf(sums) })),
    bySkill: sorted(bySkill).map(([skill, sums]) => ({ skill, ...sums })),
  };
}

function usageOf({ toolIters: _iters, durationMs: _duration, ...sums }: Sums): UsageSums {
  return sums;
}

function sorted(groups: ReadonlyMap<string, Sums>): readonly (readonly [string, Sums])[] {
  return [...groups].sort(
    ([a, one], [b, other]) => other.costUsd - one.costUsd || (a < b ? -1 : a > b ? 1 : 0),
  );
}
