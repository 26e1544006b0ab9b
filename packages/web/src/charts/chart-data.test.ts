import { describe, expect, test } from "bun:test";
import { cacheHits, contextSize, costPerDay, lastDays, tokensPerTurn } from "./chart-data.ts";

const request = { at: 1, model: "m", output: 10, costUsd: 0.1 };
const trace = {
  requests: [
    { ...request, input: 100, cacheRead: 0 },
    { ...request, input: 200, cacheRead: 150 },
    { ...request, input: null, cacheRead: null },
  ],
  turns: [{ runId: "r", text: "a", cached: 150, fresh: 150, output: 20, costUsd: 0.2 }],
  marks: [
    { type: "compaction", before: 1, tokensAfter: 50 },
    { type: "break", before: 2, cause: "tools", tokensLost: 1500 },
  ],
} as const;

describe("WUI-5 (part): what the charts of usage show", () => {
  test("cost per day is stacked by model, the dearest first, and small ones are one", () => {
    const row = { requests: 1, input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
    const days = lastDays(Date.UTC(2026, 10, 16), 2);
    expect(days).toEqual(["2026-11-15", "2026-11-16"]);
    const models = ["a", "b", "c", "d", "e", "f", "g"];
    const rows = models.map((model, at) => ({ ...row, key: `2026-11-16 p/${model}`, costUsd: at }));
    const chart = costPerDay([...rows, { ...row, key: "2026-11-15 p/g", costUsd: null }], days);
    expect(chart.series.map(({ name }) => name)).toEqual([
      "p/g",
      "p/f",
      "p/e",
      "p/d",
      "p/c",
      "others",
    ]);
    expect(chart.series.at(-1)?.values).toEqual([0, 1]);
    expect(chart.series[0]?.values).toEqual([0, 6]);
  });

  test("tokens of a turn are cached, fresh and output", () => {
    expect(tokensPerTurn(trace).series.map(({ values }) => values)).toEqual([[150], [150], [20]]);
  });

  test("context size has its compactions, cache hits the causes of their breaks", () => {
    expect(contextSize(trace).series[0]?.values).toEqual([100, 200, null]);
    expect(contextSize(trace).marks).toEqual([{ at: 1, text: "compacted", colour: "caution" }]);
    expect(cacheHits(trace).series[0]?.values).toEqual([0, 75, null]);
    expect(cacheHits(trace).marks.map(({ at, text }) => [at, text])).toEqual([[2, "tools −1.5k"]]);
  });
});
