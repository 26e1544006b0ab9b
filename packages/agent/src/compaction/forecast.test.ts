import { describe, expect, test } from "bun:test";
import type { Price } from "@squire/llm";
import { NO_USAGE } from "@squire/protocol";
import { cacheStateOf, expectedSteps, forecast } from "./forecast.ts";
import type { Change, Terms } from "./forecast.ts";
import { Branch } from "./testing/branch.ts";

const PRICE: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

function gain(change: Change, terms: Partial<Terms>): number {
  const { keepCost, changeCost } = forecast(change, {
    price: PRICE,
    cache: "warm",
    steps: 10,
    ...terms,
  });
  return keepCost - changeCost;
}

describe("LOOP-16", () => {
  const early = { promptTokens: 100_000, before: 10_000, saved: 5_000 };

  test("LOOP-16: breaking the cache early for little costs more than it saves", () => {
    expect(gain(early, {})).toBeLessThan(0);
  });

  test("LOOP-16: the same pays at the end of the prompt, or over many more requests", () => {
    expect(gain({ ...early, before: 94_000 }, {})).toBeGreaterThan(0);
    expect(gain(early, { steps: 1_000 })).toBeGreaterThan(0);
  });

  test("LOOP-16: without a cache, or with one that is cold, less is always cheaper", () => {
    expect(gain(early, { cache: "none", steps: 1 })).toBeCloseTo(0.015, 9);
    expect(gain(early, { cache: "cold", steps: 1 })).toBeGreaterThan(0);
  });

  test("LOOP-16: the costs are those of the price list", () => {
    const terms = { price: PRICE, cache: "warm", steps: 2 } as const;
    expect(forecast({ promptTokens: 1_000_000, before: 500_000, saved: 100_000 }, terms)).toEqual({
      steps: 2,
      keepCost: 0.6,
      changeCost: 0.15 + 0.4 * 3.75 + 0.27,
      unit: "usd",
    });
  });

  test("LOOP-16: without a price the unit is tokens of fresh input", () => {
    const terms = { price: null, cache: "warm", steps: 1 } as const;
    expect(forecast({ promptTokens: 1_000, before: 500, saved: 100 }, terms)).toEqual({
      steps: 1,
      keepCost: 100,
      changeCost: 450,
      unit: "tokens",
    });
    expect(forecast(early, { ...terms, price: { input: 0, output: 0 } }).unit).toBe("tokens");
  });

  test("LOOP-16: a session is expected to last as long again, within bounds", () => {
    const branch = new Branch();
    expect(expectedSteps(branch.entries)).toBe(4);
    for (let step = 0; step < 10; step++) branch.say("x");
    expect(expectedSteps(branch.entries)).toBe(10);
    for (let step = 0; step < 100; step++) branch.say("x");
    expect(expectedSteps(branch.entries)).toBe(64);
  });

  test("LOOP-16: who caches is told by the price list or by the last reply", () => {
    expect(cacheStateOf(NO_USAGE, PRICE)).toBe("warm");
    expect(cacheStateOf({ ...NO_USAGE, cacheRead: 5 }, null)).toBe("warm");
    expect(cacheStateOf({ ...NO_USAGE, cacheRead: 0 }, { input: 1, output: 1 })).toBe("none");
  });
});
