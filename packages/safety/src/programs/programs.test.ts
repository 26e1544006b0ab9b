import { describe, expect, test } from "bun:test";
import { commandEffect } from "../decide/command-report.ts";
import { verdictOf, WORKSPACE } from "../decide/test-gate.ts";
import { programSpec } from "./lookup.ts";
import { HARMFUL } from "./test-harmful.ts";
import { READING } from "./test-reading.ts";

const effectOf = (command: string): string =>
  commandEffect(command, { workspace: WORKSPACE, trusted: true });

test("SH-3 (part): commands that only look are known as such", () => {
  expect(READING.filter((command) => effectOf(command) !== "read")).toEqual([]);
});

describe("S12: nothing that does more passes for reading", () => {
  for (const [trick, commands] of Object.entries(HARMFUL)) {
    test(trick, () => {
      expect(commands.filter((command) => effectOf(command) === "read")).toEqual([]);
      expect(commands.filter((command) => verdictOf(command) === "allow")).toEqual([]);
      expect(
        commands.filter((command) => verdictOf(command, undefined, { trust: "auto" }) === "allow"),
      ).toEqual([]);
    });
  }

  test("a list of first words would have let many of them pass", () => {
    // The planted twin: what the tables are for.
    const byFirstWord = (command: string): boolean => {
      return programSpec(command.split(" ")[0] ?? "")?.effect === "read";
    };
    const passed = Object.values(HARMFUL).flat().filter(byFirstWord);
    expect(passed.length).toBeGreaterThan(100);
  });
});

test("what a command does at worst is named", () => {
  expect(effectOf("touch a")).toBe("write");
  expect(effectOf("curl https://example.com")).toBe("network");
  expect(effectOf("npm test")).toBe("execute");
  expect(effectOf("no-such-program")).toBe("execute");
  expect(effectOf("ls; touch a; curl x")).toBe("network");
  expect(effectOf("git push")).toBe("network");
});

test("PERM-17 (part): what the project's own files would run is free only in a trusted folder", () => {
  for (const command of ["yarn --version", "cargo --version", "pnpm ls", "mvn -v"]) {
    expect(effectOf(command)).toBe("read");
    expect(commandEffect(command, { workspace: WORKSPACE })).toBe("execute");
    expect(verdictOf(command, undefined, { trusted: false })).toBe("ask");
  }
  expect(commandEffect("ls", { workspace: WORKSPACE })).toBe("read");
});

test("quoting, options joined and values attached change nothing", () => {
  const same = [
    [
      "head -n 5 a",
      "head -n5 a",
      "head --lines 5 a",
      "head --lines=5 a",
      "head -5 a",
      "'head' \"-n\" 5 a",
    ],
    [
      "sort -o x a",
      "sort -ox a",
      "sort --output x a",
      "sort -ro x a",
      "'sort' -o'x' a",
      's\\ort -"o" x a',
    ],
    ["rg --pre sh x", "rg --pre=sh x", "rg '--pre' sh x", 'rg --pr"e"=sh x'],
  ];
  for (const spellings of same) expect(new Set(spellings.map(effectOf)).size).toBe(1);
});
