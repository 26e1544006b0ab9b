import { expect, test } from "bun:test";
import { tierNamed, TIERS } from "./tiers.ts";

test("MODL-13: auto escalates, flash and pro stay what they are", () => {
  expect(TIERS).toEqual([
    { name: "auto", role: "smol", escalates: true },
    { name: "flash", role: "smol", escalates: false },
    { name: "pro", role: "slow", escalates: false },
  ]);
});

test("MODL-13: old names still work", () => {
  const names = ["fast", "smart", "max", "Auto", " pro ", "turbo"];
  expect(names.map((name) => tierNamed(name)?.name)).toEqual([
    "flash",
    "auto",
    "pro",
    "auto",
    "pro",
    undefined,
  ]);
});
