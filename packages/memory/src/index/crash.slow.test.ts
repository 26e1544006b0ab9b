import { describe, expect, test } from "bun:test";
import { sampleIndexCrashes } from "../testing/crash-loop.ts";

const SEED = 7;

describe("MEM-12: two processes index at once and die at random moments", () => {
  test("what they leave is whole, is embedded once and is finished by the next", async () => {
    const { cases, failures } = await sampleIndexCrashes({ kills: 16, seed: SEED });
    expect(failures).toEqual([]);
    expect(cases).toBeGreaterThanOrEqual(16);
  });

  test("a twin without transactions is caught", async () => {
    const twin = { kills: 40, seed: SEED, twist: "no transaction" } as const;
    const { failures } = await sampleIndexCrashes(twin);
    expect(failures.join("\n")).toMatch(/not whole|instead of|constraint/);
  });

  test("a twin without the lock is caught", async () => {
    const { failures } = await sampleIndexCrashes({ kills: 80, seed: SEED, twist: "no lock" });
    expect(failures.join("\n")).toContain("embedded twice");
  });
});
