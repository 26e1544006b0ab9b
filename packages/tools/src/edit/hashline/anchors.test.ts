import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { anchorsOf, decorateLines, decorateSome, isHashOf, parseAnchor } from "./anchors.ts";
import { findRange } from "./find-range.ts";
import { hashLines, hashText, isRare } from "./line-hash.ts";

const line = fc.oneof(
  fc.constantFrom("", "}", "  }", "  return x;", "\treturn x;"),
  fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !/[\r\n]/.test(text)),
);
const file = fc.array(line, { maxLength: 60 });

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("nothing there");
  return value;
}

function found(lines: readonly string[], anchor: string, to = anchor): number | null {
  return findRange(hashLines(lines), must(parseAnchor(anchor)), must(parseAnchor(to)));
}

describe("EDIT-4: anchors", () => {
  test("EDIT-4: a number and 2 to 4 characters that stay the same on every machine", () => {
    expect(decorateLines("a\r\n\tb\n")).toEqual(["1#q7\ta", "2#2f\t\tb"]);
    expect(hashText("")).toBe("ic5n");
  });

  test("EDIT-4: longer in longer files, so that a lost line is not taken for another", () => {
    const lengths = (count: number): number[] =>
      anchorsOf(Array.from({ length: count }, (_, n) => `line ${n}`)).map(
        (anchor) => must(parseAnchor(anchor)).hash.length,
      );
    expect(Math.min(...lengths(20))).toBe(2);
    expect(Math.min(...lengths(500))).toBe(3);
    expect(Math.min(...lengths(2_000))).toBe(4);
  });

  test("EDIT-4: every anchor is its own, and different lines have different hashes", () => {
    fc.assert(
      fc.property(file, (lines) => {
        const anchors = anchorsOf(lines);
        expect(new Set(anchors).size).toBe(lines.length);
        const owners = new Map<string, string>();
        for (const [at, anchor] of anchors.entries()) {
          const { hash, line: number } = must(parseAnchor(anchor));
          expect(number).toBe(at + 1);
          expect(hash).toMatch(/^[\da-z]{2,4}$/);
          const text = must(lines[at]).trimEnd();
          expect(owners.get(hash) ?? text).toBe(text);
          owners.set(hash, text);
        }
      }),
    );
  });

  test("EDIT-4: in an unchanged file every anchor and every range is where it says", () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), (lines, a, b) => {
        fc.pre(lines.length > 0);
        const [from = 0, to = 0] = [a % lines.length, b % lines.length].sort((x, y) => x - y);
        const anchors = anchorsOf(lines);
        expect(found(lines, must(anchors[from]), must(anchors[to]))).toBe(from);
      }),
    );
  });

  test("EDIT-4: blanks at the end of a line do not make it stale, other changes do", () => {
    const lines = ["a", "b", "c"];
    const anchor = must(anchorsOf(lines)[1]);
    expect(found(["a", "b  ", "c"], anchor)).toBe(1);
    expect(found(["a", " b", "c"], anchor)).toBeNull();
    expect(found(["a"], anchor)).toBeNull();
  });

  test("EDIT-4: a line that moved is found again after any change elsewhere", () => {
    const around = fc.record({ before: file, after: file });
    fc.assert(
      fc.property(around, around, line, (old, now, text) => {
        const was = [...old.before, text, ...old.after];
        const is = [...now.before, text, ...now.after];
        const anchor = must(parseAnchor(must(anchorsOf(was)[old.before.length])));
        const others = hashLines(is).filter((_, at) => at !== now.before.length);
        fc.pre(!others.some((hash) => isHashOf(anchor.hash, hash)));
        fc.pre(was.filter((other) => other.trimEnd() === text.trimEnd()).length === 1);
        // In a file that has become much longer a short hash is not enough.
        fc.pre(isRare(anchor.hash.length, is.length));
        expect(findRange(hashLines(is), anchor, anchor)).toBe(now.before.length);
      }),
    );
  });

  test("EDIT-4: equal lines are told apart by what stands above them", () => {
    const was = ["f() {", "  one", "}", "g() {", "  two", "}", "h() {", "  three", "}"];
    const anchors = anchorsOf(was);
    const is = ["new() {", "  zero", "}", ...was];
    expect(found(is, must(anchors[5]))).toBe(8);
    // Without the lines above, line 6 would be a closing brace, too: that of f().
    expect(is[5]).toBe("}");
  });

  test("EDIT-4: a range moves as a whole or not at all", () => {
    const was = ["a", "b", "c", "d", "e"];
    const [, b = "", , d = ""] = anchorsOf(was);
    expect(found(["new", ...was], b, d)).toBe(2);
    expect(found(["a", "b", "unseen", "c", "d", "e"], b, d)).toBeNull();
    expect(found(["a", "b", "d", "e"], b, d)).toBeNull();
  });

  test("EDIT-4: a short hash is not looked for all over a large file", () => {
    const lines = Array.from({ length: 500 }, (_, n) => `line ${n}`);
    const short = `7#${must(hashLines(lines)[300]).own.slice(0, 2)}`;
    const long = `7#${must(hashLines(lines)[300]).own}`;
    expect(found(lines, short)).toBeNull();
    expect(found(lines, long)).toBe(300);
  });

  test("EDIT-4: some lines of a file carry the anchors of the whole", () => {
    const lines = ["x", "}", "y", "}"];
    const all = decorateLines(`${lines.join("\n")}\n`);
    expect(decorateSome(lines.slice(2), { from: 3, all: () => lines })).toEqual(all.slice(2));
    expect(decorateLines("z".repeat(3_000))[0]).toEndWith("… (1000 more characters)");
  });

  test.each(["12", "#ab", "12#a", "12#abcde", "x#ab", "12#AB", ""])(
    "EDIT-4: %p is no anchor",
    (text) => {
      expect(parseAnchor(text)).toBeNull();
    },
  );

  test("EDIT-4: an anchor may bring its line along", () => {
    expect(parseAnchor("12#a3x\treturn;")).toEqual({ line: 12, hash: "a3x" });
    expect(parseAnchor(" 12#a3x|return;")).toEqual({ line: 12, hash: "a3x" });
  });
});
