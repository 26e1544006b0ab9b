import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { editDistance } from "./spelling.ts";

test.each([
  ["model", "model", 0],
  ["modle", "model", 1],
  ["mdel", "model", 1],
  ["models", "model", 1],
  ["", "abc", 3],
  ["kitten", "sitting", 3],
])("%s is as far from %s as %d changes", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

test("distances are symmetric, zero only for equal words, and stop at the limit", () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.nat(12), (a, b, limit) => {
      const distance = editDistance(a, b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance === 0).toBe(a === b);
      expect(editDistance(a, b, limit)).toBe(Math.min(distance, limit));
    }),
    { numRuns: 200 },
  );
});
