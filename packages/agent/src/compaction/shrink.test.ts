import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { estimateTokens } from "../tokens/estimate.ts";
import { tokenCounter } from "../tokens/token-counter.ts";
import { branchViewer } from "./branch-view.ts";
import type { Candidate } from "./overlay.ts";
import { prunable } from "./prune.ts";
import { shrinkArgs } from "./shrink-args.ts";
import { shrinkable } from "./shrink.ts";
import { Branch, words } from "./testing/branch.ts";

const counter = tokenCounter();
const view = branchViewer(counter);
const OPTIONS = { counter, ratio: 1, resultTokens: 3_000 };

function shrinks(branch: Branch, options = OPTIONS): readonly Candidate[] {
  return shrinkable(view(branch.entries), options);
}

function lay(branch: Branch, candidates: readonly Candidate[]): void {
  const overlays = candidates.map(({ overlay }) => overlay);
  branch.add({ type: "prune", cause: "shrink", overlays, tokensSaved: 1 });
}

describe("LOOP-14", () => {
  test("LOOP-14: results above 3,000 tokens are shortened, others are not", () => {
    const branch = new Branch();
    branch.ran("bash", { command: "a" }, words(2_900));
    const large = branch.ran("bash", { command: "b" }, words(6_000));
    const [only, ...rest] = shrinks(branch);
    expect(rest).toEqual([]);
    expect(only?.overlay.entryId).toBe(large.id);
    expect(only?.overlay.callId).toBeUndefined();
    expect(only?.overlay.text).toMatch(/\[…truncated \d+ chars…\]/);
    expect(estimateTokens(only?.overlay.text ?? "")).toBeLessThanOrEqual(3_000);
    expect(only?.overlay.tokensSaved).toBeWithin(2_500, 3_600);
    expect(only?.bytesSaved).toBeGreaterThan(10_000);
  });

  test("LOOP-14: what was shortened is not shortened again", () => {
    const branch = new Branch();
    branch.ran("bash", { command: "b" }, words(6_000));
    lay(branch, shrinks(branch));
    expect(shrinks(branch)).toEqual([]);
    expect(view(branch.entries).tokens).toBeLessThan(3_100);
  });

  test("LOOP-14: the rest can be found, and the words of a skill stay", () => {
    const branch = new Branch();
    const [id = ""] = branch.call(["bash", { command: "b" }]);
    branch.outcome(id, words(6_000), { artifactId: "art_1" });
    branch.ran("run_skill", { name: "s" }, words(6_000));
    const [only, ...rest] = shrinks(branch);
    expect(only?.overlay.text).toEndWith("\n[whole output: artifact://art_1]");
    expect(rest).toEqual([]);
  });

  test("LOOP-14: the limits are in the model's own tokens", () => {
    const branch = new Branch();
    branch.ran("bash", { command: "a" }, words(2_000));
    expect(shrinks(branch)).toHaveLength(0);
    expect(shrinks(branch, { ...OPTIONS, ratio: 2 })).toHaveLength(1);
  });
});

describe("LOOP-13", () => {
  test("LOOP-13: long arguments of answered writers are shortened, the stored entry stays", () => {
    const branch = new Branch();
    const content = words(2_000);
    branch.ran("write", { path: "src/a.ts", content }, "ok");
    const stored = JSON.stringify(branch.entries[0]);
    const [only] = shrinks(branch);
    expect(only?.overlay).toMatchObject({ entryId: "e1", callId: "c1" });
    expect(JSON.parse(only?.overlay.text ?? "")).toMatchObject({ path: "src/a.ts" });
    lay(branch, shrinks(branch));
    expect(view(branch.entries).tokens).toBeLessThan(200);
    expect(shrinks(branch)).toEqual([]);
    expect(JSON.stringify(branch.entries[0])).toBe(stored);
  });

  test("LOOP-13: calls in flight, other tools and short arguments are never touched", () => {
    const branch = new Branch();
    branch.ran("bash", { command: words(2_000) }, "ok");
    branch.ran("edit", { path: "a", old: "x", new: words(300) }, "ok");
    branch.call(["write", { path: "b", content: words(2_000) }]);
    expect(shrinks(branch)).toEqual([]);
  });

  test("LOOP-13: shortened arguments are the JSON of an object, whatever they were", () => {
    const anyArgs = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .string({ unit: "grapheme", minLength: 300 })
        .map((text) => JSON.stringify({ a: [{ text }] })),
    );
    fc.assert(
      fc.property(anyArgs, (argsText) => {
        const value: unknown = JSON.parse(shrinkArgs(argsText));
        expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(true);
        expect(shrinkArgs(argsText).isWellFormed()).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(
      shrinkArgs(JSON.stringify({ path: "a", edits: Array.from({ length: 25 }, () => 1) })),
    ).toBe(
      JSON.stringify({ path: "a", edits: [...Array.from({ length: 20 }, () => 1), "[…5 more…]"] }),
    );
  });
});

describe("CMP-11", () => {
  function results(name: string, ...sizes: readonly number[]): Branch {
    const branch = new Branch();
    for (const size of sizes) branch.ran(name, { command: `${size}` }, words(size));
    return branch;
  }
  const prunes = (branch: Branch): readonly Candidate[] => prunable(view(branch.entries), OPTIONS);

  test("CMP-11: the newest 40,000 tokens of output are protected, the rest goes", () => {
    const branch = results("bash", 12_000, 12_000, 8_000, 20_000, 21_000);
    const found = prunes(branch);
    expect(found.map(({ overlay }) => overlay.entryId)).toEqual(["e2", "e4", "e6"]);
    expect(found[0]?.overlay.text).toMatch(/^\[Output truncated - 1[12]\d{3} tokens\]$/);
    lay(branch, found);
    expect(view(branch.entries).tokens).toBeLessThan(43_000);
    expect(prunes(branch)).toEqual([]);
  });

  test("CMP-11: less than 20,000 tokens are not worth it", () => {
    expect(prunes(results("bash", 18_000, 21_000, 21_000))).toEqual([]);
    expect(prunes(results("bash", 22_000, 21_000, 21_000))).toHaveLength(1);
  });

  test.each(["read", "read_file", "skill", "run_skill"])(
    "CMP-11: results of %s are never pruned",
    (name) => {
      expect(prunes(results(name, 30_000, 30_000, 30_000, 30_000))).toEqual([]);
    },
  );
});
