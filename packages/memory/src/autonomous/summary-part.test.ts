import { expect, test } from "bun:test";
import { tokenCounter } from "@squire/agent";
import * as fc from "fast-check";
import { summaryPart } from "./summary-part.ts";

const { text: count } = tokenCounter();

test("MEM-10 (part): the summary is told with how to take it, and nothing is told where there is none", () => {
  const part = summaryPart("use tabs\n", "/home/me/auto/memory_summary.md", count);
  expect(part?.text).toEndWith("\n\nuse tabs");
  expect(part?.text).toContain("heuristic");
  expect(part?.text).toContain("The repository and the user win over it.");
  expect(part?.text).toContain("cite /home/me/auto/memory_summary.md");
  expect(summaryPart(" \n", "x", count)).toBeNull();
});

test("MEM-10 (part): never more than 5,000 tokens, cut with a mark, the same bytes for the same file", () => {
  const unit = fc.constantFrom("word ", "漢字", "😀", "line\n", "x".repeat(50));
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 4_000 }), (units) => {
      const text = units.join("");
      const part = summaryPart(text, "/p", count);
      expect(count(part?.text ?? "")).toBeLessThanOrEqual(5_000);
      expect(part?.text.isWellFormed()).toBe(true);
      expect(summaryPart(text, "/p", count)).toEqual(part);
    }),
    { numRuns: 20 },
  );
  expect(summaryPart("word ".repeat(20_000), "/p", count)?.text).toEndWith(
    "[…cut: the rest is in the file]",
  );
});
