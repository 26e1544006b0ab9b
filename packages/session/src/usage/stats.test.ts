import { expect, test } from "bun:test";
import type { LedgerRow } from "./ledger-row.ts";
import { usageStats } from "./stats.ts";

const NOW = Date.UTC(2030, 5, 1);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

function row(age: number, more: Partial<LedgerRow> = {}): LedgerRow {
  const tokens = {
    promptTokens: 100,
    completionTokens: 10,
    cacheHitTokens: 75,
    cacheMissTokens: 25,
  };
  const base = { session: "s1", model: "p/a", costUsd: 1, kind: "turn" } as const;
  return { ts: NOW - age, ...base, ...tokens, ...more };
}

const ROWS = [
  row(400 * DAY, { session: "s0" }),
  row(20 * DAY, { model: "p/b", costUsd: 5, session: "s2" }),
  row(3 * DAY, { costUsd: null }),
  row(HOUR, { compareUsd: 2 }),
  row(HOUR, {
    kind: "subagent",
    costUsd: 0.5,
    subagent: { skillName: "review", toolIters: 4, durationMs: 900 },
  }),
];

test("USE-4: rolls over 24 hours, 7 days, 30 days and all", async () => {
  const stats = await usageStats(ROWS, { now: NOW });
  const figures = (["24h", "7d", "30d", "all"] as const).map((name) => {
    const { turns, subagentRuns, costUsd, unpriced } = stats[name].total;
    return [name, turns, subagentRuns, costUsd, unpriced];
  });
  expect(figures).toEqual([
    ["24h", 1, 1, 1.5, 0],
    ["7d", 2, 1, 1.5, 1],
    ["30d", 3, 1, 6.5, 1],
    ["all", 4, 1, 7.5, 1],
  ]);
  expect(stats.rows).toBe(5);
  expect(stats["24h"].total).toMatchObject({ cacheHitRatio: 0.75, compareUsd: 2 });
});

test("USE-4: by model and by session, dearest first, and subagents by skill", async () => {
  const { all } = await usageStats(ROWS, { now: NOW });
  expect(all.byModel.map(({ model, costUsd }) => [model, costUsd])).toEqual([
    ["p/b", 5],
    ["p/a", 2.5],
  ]);
  expect(all.bySession.map(({ session }) => session)).toEqual(["s2", "s1", "s0"]);
  expect(all.bySkill).toEqual([
    expect.objectContaining({ skill: "review", subagentRuns: 1, toolIters: 4, durationMs: 900 }),
  ]);
});

test("USE-4: cache savings follow the prices of today; the cost stays", async () => {
  const cacheSavings = (model: string, tokens: number): number | null =>
    model === "p/a" ? tokens / 100 : null;
  const { all } = await usageStats(ROWS, { now: NOW, cacheSavings });
  expect(all.total.cacheSavingsUsd).toBeCloseTo(3);
  expect(all.total.costUsd).toBe(7.5);
});

test("USE-4: nothing divided by nothing is 0, and time may have jumped", async () => {
  const empty = await usageStats([], { now: NOW });
  expect(empty.all.total).toMatchObject({ cacheHitRatio: 0, costUsd: 0, turns: 0 });
  const ahead = await usageStats([row(-DAY)], { now: NOW });
  expect(ahead["24h"].total.turns).toBe(1);
});

test("USE-4: reads a stream", async () => {
  async function* stream(): AsyncGenerator<LedgerRow> {
    yield* ROWS;
  }
  expect((await usageStats(stream(), { now: NOW })).rows).toBe(5);
});
