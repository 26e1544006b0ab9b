import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { cutAfter, cutBefore } from "./safe-cut.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const ACCENT = "e\u0301";

test("LOOP-12: a cut between plain characters stays where it is", () => {
  expect(cutBefore("abcdef", 3)).toBe(3);
  expect(cutAfter("abcdef", 3)).toBe(3);
  expect([cutBefore("abc", -1), cutBefore("abc", 9)]).toEqual([0, 3]);
  expect([cutAfter("abc", -1), cutAfter("abc", 9)]).toEqual([0, 3]);
});

test.each([
  ["a surrogate pair", "ab😀cd", 3, [2, 4]],
  ["an accent", `ab${ACCENT}cd`, 3, [2, 4]],
  ["a family", `x${FAMILY}y`, 5, [1, 1 + FAMILY.length]],
  ["a line's end", "ab\r\ncd", 3, [2, 4]],
])("LOOP-12: %s is not cut in two", (_what, text, at, cuts) => {
  expect([cutBefore(text, at), cutAfter(text, at)]).toEqual(cuts);
});

test("LOOP-12: a character without end is cut somewhere, but not inside a pair", () => {
  const pile = `a${"\u0301".repeat(500)}`;
  expect(cutBefore(pile, 300)).toBeWithin(200, 301);
  const joined = "😀\u200d".repeat(200);
  const at = cutBefore(joined, 301);
  expect(joined.slice(0, at).isWellFormed()).toBe(true);
  expect(at).toBeGreaterThan(200);
});

test("LOOP-12: both halves of any well-formed text are well formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.nat(400), (text, at) => {
      for (const cut of [cutBefore(text, at), cutAfter(text, at)]) {
        expect(text.slice(0, cut).isWellFormed()).toBe(true);
        expect(text.slice(cut).isWellFormed()).toBe(true);
      }
      expect(cutBefore(text, at)).toBeLessThanOrEqual(Math.min(at, text.length));
      expect(cutAfter(text, at)).toBeGreaterThanOrEqual(Math.min(at, text.length));
    }),
    { numRuns: 200 },
  );
});
