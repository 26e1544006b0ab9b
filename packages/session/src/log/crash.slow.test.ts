import { describe, expect, test } from "bun:test";
import { sampleDeaths } from "../testing/crash-loop.ts";
import { inTwoWrites, withoutCut, withoutSync } from "../testing/twists.ts";

describe("death", () => {
  test("PKG-6 (part): killed at any disk call, nothing acknowledged is lost, doubled or out of order", async () => {
    const { failures } = await sampleDeaths(150, 11);
    expect(failures).toEqual([]);
  });

  test("PKG-6 (part): the judge catches a log that does not sync", async () => {
    const { failures } = await sampleDeaths(24, 12, withoutSync);
    expect(failures.join()).toContain("lost: ");
  });

  test("PKG-6 (part): the judge catches a log that writes a line in two parts", async () => {
    const { failures } = await sampleDeaths(24, 13, inTwoWrites);
    expect(failures.join()).toContain("in two parts");
  });

  test("PKG-6 (part): the judge catches a log that does not cut a torn line", async () => {
    const { failures } = await sampleDeaths(24, 14, withoutCut);
    expect(failures.join()).toContain("not whole afterwards");
  });
});
