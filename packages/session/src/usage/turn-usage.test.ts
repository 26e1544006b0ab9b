import { expect, test } from "bun:test";
import { assistant, branchOf, paid, user } from "../exchange/testing/branch.ts";
import { ledgerRows } from "./ledger-row.ts";
import { EMPTY_USAGE, reduceUsage, sessionUsage, turnUsages } from "./turn-usage.ts";

const branch = branchOf(
  user("one", "run1"),
  paid(0.03, { inputUsd: 0.02, durationMs: 500 }),
  user("steer", "run1"),
  paid(0.01, { kind: "summary", model: "mock/small", durationMs: 100 }),
  assistant({ text: "done" }),
  user("two"),
  paid(null),
  paid(0.5, { kind: "subagent" }),
);

test("USE-1: each turn has tokens, cache hits and misses, the cost and its parts, and its time", () => {
  const [first, second] = turnUsages(branch);
  expect(first).toMatchObject({
    turn: 1,
    runId: "run1",
    requests: 2,
    input: 2000,
    output: 200,
    cacheRead: 1600,
    cacheMiss: 400,
    cacheHitRatio: 0.8,
    costUsd: 0.04,
    inputUsd: 0.02,
    durationMs: 600,
  });
  expect(first?.outputUsd).toBeCloseTo(0.01);
  expect([...(first?.byModel.keys() ?? [])]).toEqual(["mock/m1", "mock/small"]);
  expect(second).toMatchObject({ turn: 2, costUsd: 0.5, unpriced: 1 });
});

test("USE-1: a session is summed up", () => {
  expect(sessionUsage(branch)).toMatchObject({
    turns: 2,
    totals: { requests: 4, input: 4000 },
    cacheHitRatio: 0.8,
    lastPromptTokens: 1000,
    lastTurnCostUsd: 0.5,
  });
});

test("USE-1: a fold can be continued", () => {
  const folded = branch.reduce(reduceUsage, EMPTY_USAGE);
  const half = branch.slice(0, 4).reduce(reduceUsage, EMPTY_USAGE);
  expect(branch.slice(4).reduce(reduceUsage, half)).toEqual(folded);
});

test("USE-4: nothing divided by nothing is 0", () => {
  expect(sessionUsage([])).toMatchObject({ cacheHitRatio: 0, lastTurnCostUsd: 0, turns: 0 });
  const unknown = { ...paid(null).usage, input: null, cacheRead: null };
  expect(sessionUsage(branchOf(paid(null, { usage: unknown }))).cacheHitRatio).toBe(0);
});

test("USE-1: what was spent before the first turn is not lost", () => {
  expect(turnUsages(branchOf(paid(0.1))).map(({ turn, costUsd }) => [turn, costUsd])).toEqual([
    [0, 0.1],
  ]);
});

test("USE-2: a turn becomes one line per model, without the work of subagents", () => {
  const [first, second] = turnUsages(branch);
  expect(first && ledgerRows("s1", first)).toEqual([
    {
      ts: first?.ts ?? -1,
      session: "s1",
      model: "mock/m1",
      promptTokens: 1000,
      completionTokens: 100,
      cacheHitTokens: 800,
      cacheMissTokens: 200,
      costUsd: 0.03,
      kind: "turn",
    },
    expect.objectContaining({ model: "mock/small", costUsd: 0.01 }),
  ]);
  expect(second && ledgerRows("s1", second)).toEqual([
    expect.objectContaining({ model: "mock/m1", costUsd: null, promptTokens: 1000 }),
  ]);
});
