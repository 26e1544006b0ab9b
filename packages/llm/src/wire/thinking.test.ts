import { expect, test } from "bun:test";
import { clampLevel, levelWord } from "./thinking.ts";

test("PROV-19: an unsupported level clamps to the nearest lower one", () => {
  expect(clampLevel("max", ["low", "high"])).toBe("high");
  expect(clampLevel("medium", ["high", "low"])).toBe("low");
  expect(clampLevel("high", ["low", "high"])).toBe("high");
  expect(clampLevel("low", ["off", "high"])).toBe("off");
});

test("PROV-19: below the lowest supported level the lowest is the closest", () => {
  expect(clampLevel("off", ["minimal", "high"])).toBe("minimal");
  expect(clampLevel("minimal", ["low"])).toBe("low");
  expect(clampLevel("high", [])).toBeUndefined();
});

test("PROV-19: levels are spelled in the vendor's words", () => {
  expect(levelWord("xhigh", { low: "light", high: "deep" })).toBe("deep");
  expect(levelWord("medium", { low: "light", high: "deep" })).toBe("light");
  expect(levelWord("medium", {})).toBeUndefined();
});
