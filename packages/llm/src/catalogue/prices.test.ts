import { expect, test } from "bun:test";
import { readFile, stat } from "node:fs/promises";
import fc from "fast-check";
import { NO_USAGE } from "@squire/protocol";
import { costOf, indexCatalogue, loadCatalogue, lookUp, priceOf } from "./prices.ts";

const table = indexCatalogue({
  date: "2026-11-15",
  source: "a test",
  note: "",
  providers: {
    anthropic: {
      models: {
        "claude-opus-5-5": { n: "Claude Opus 5.5", w: 1_000_000, i: 4, o: 20, r: 0.2, c: 5 },
        "claude-3-5-haiku-latest": { i: 0.8, o: 4 },
        "claude-opus-4-0": { i: 15, o: 75, a: ["claude-opus-4"], v: 1 },
        "window-only": { w: 1000 },
      },
    },
    google: { models: { "gemini-3.8-flash": { i: 1, o: 2 } } },
    azure: { f: ["openai", "anthropic"], models: { o1: { i: 15, o: 60 } } },
    openrouter: { models: { "anthropic/claude-opus-5.5": { i: 4.2, o: 21 } } },
  },
});

test.each([
  ["anthropic", "claude-opus-5-5", 4],
  ["anthropic", "Claude-Opus-5.5", 4],
  ["anthropic", "claude-opus-5-5-20260901", 4],
  ["anthropic", "claude-opus-5-5@20260901", 4],
  ["anthropic", "anthropic/claude-opus-5.5", 4],
  ["anthropic", "claude-3-5-haiku-20241022", 0.8],
  ["anthropic", "claude-3-5-haiku", 0.8],
  ["anthropic", "claude-opus-4", 15],
  ["google", "models/gemini-3.8-flash", 1],
  ["google", "publishers/google/models/gemini-3.8-flash", 1],
  ["azure", "o1", 15],
  ["azure", "claude-opus-5-5", 4],
  ["openrouter", "anthropic/claude-opus-5.5", 4.2],
  ["*", "anthropic/claude-opus-5.5", 4],
])("MODL-18: the price of %s %s is found", (provider, id, input) => {
  expect(priceOf(provider, id, table)?.input).toBe(input);
});

test.each([
  ["anthropic", "claude-opus-9"],
  ["anthropic", "window-only"],
  ["nobody", "claude-opus-5-5"],
  ["*", "claude-opus-5-5"],
  ["anthropic", ""],
  ["constructor", "__proto__"],
])("MODL-18: %s %s has no price, which is not a price of nothing", (provider, id) => {
  expect(priceOf(provider, id, table)).toBeNull();
});

test("MODL-18: the table says the day it is from, and which prices are only a base", () => {
  expect([table.date, table.source]).toEqual(["2026-11-15", "a test"]);
  expect(lookUp("anthropic", "claude-opus-4-0", table)?.varies).toBe(true);
  expect(lookUp("anthropic", "claude-opus-5-5", table)).toEqual({
    id: "claude-opus-5-5",
    name: "Claude Opus 5.5",
    contextWindow: 1_000_000,
    price: { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
    varies: false,
  });
});

test("MODL-18: the packaged table is small, dated, sorted, and knows today's models", async () => {
  const path = `${import.meta.dirname}/snapshot.json`;
  expect((await stat(path)).size).toBeLessThan(300_000);
  const catalogue = await loadCatalogue();
  expect(catalogue.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(catalogue.source).toStartWith("@pydantic/genai-prices ");
  expect(lookUp("deepseek", "deepseek-v4-pro", catalogue)).toMatchObject({
    contextWindow: 1_000_000,
    price: { input: 0.66, output: 1.98, cacheRead: 0.022 },
    varies: true,
  });
  expect(priceOf("minimax", "MiniMax-M2.1", catalogue)?.input).toBe(0.3);
  const { providers } = JSON.parse(await readFile(path, "utf8")) as {
    providers: Record<string, { models: Record<string, unknown> }>;
  };
  const lists = [providers, ...Object.values(providers).map(({ models }) => models)];
  for (const list of lists) expect(Object.keys(list)).toEqual(Object.keys(list).toSorted());
});

test("MODL-18: cached tokens cost what they cost, and unknown stays unknown", () => {
  const price = { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 };
  const usage = { ...NO_USAGE, input: 1_000_000, output: 100_000 };
  expect(costOf(usage, price)).toBeCloseTo(6);
  expect(costOf({ ...usage, cacheRead: 500_000, cacheWrite: 100_000 }, price)).toBeCloseTo(
    0.4 * 4 + 0.5 * 0.2 + 0.1 * 5 + 0.1 * 20,
  );
  expect(costOf({ ...usage, cacheRead: 500_000 }, { input: 4, output: 20 })).toBeCloseTo(6);
  expect(costOf(usage, null)).toBeNull();
  expect(costOf({ ...usage, output: null }, price)).toBeNull();
  expect(costOf(NO_USAGE, price)).toBeNull();
  expect(costOf({ ...NO_USAGE, input: 0, output: 0 }, { input: 0, output: 0 })).toBe(0);
});

test("MODL-18: no usage a vendor reports makes a cost negative", () => {
  const tokens = fc.nat({ max: 2_000_000 });
  fc.assert(
    fc.property(tokens, tokens, tokens, tokens, (input, output, cacheRead, cacheWrite) => {
      const usage = { ...NO_USAGE, input, output, cacheRead, cacheWrite };
      expect(costOf(usage, { input: 4, output: 20, cacheRead: 0.2 })).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 100 },
  );
});
