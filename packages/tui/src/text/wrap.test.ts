import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { diffLines } from "./diff.ts";
import { inert, inertLine } from "./inert.ts";
import { line, lineText, lineWidth, span } from "./span.ts";
import { fitStart, truncate, widthOf } from "./width.ts";
import { wrapLine } from "./wrap.ts";

describe("TUI-11: width", () => {
  test.each([
    ["abc", 3],
    ["漢字", 4],
    ["ｱ", 1],
    ["😀", 2],
    ["👩‍👩‍👧", 2],
    ["🇨🇭", 2],
    ["e\u0301", 1],
    ["한국", 4],
    ["שלום", 4],
    ["", 0],
  ])("TUI-11: %j takes %d columns", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  test("TUI-11: cutting keeps whole characters and never exceeds the width", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(30), (text, width) => {
        const clean = inertLine(text);
        expect(widthOf(truncate(clean, width))).toBeLessThanOrEqual(width);
        expect(clean.startsWith(fitStart(clean, width))).toBe(true);
      }),
    );
  });
});

describe("TUI-11: wrapping", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom("word", " ", "漢字", "a-very-long-word-without-end", "😀"),
        fc.string({ unit: "grapheme", maxLength: 5 }),
      ),
    )
    .map((parts) => inertLine(parts.join("")));

  test("TUI-11: no row is wider than it may be, and no word is lost", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (words, width) => {
        const rows = wrapLine([span(words, "code")], { width });
        for (const row of rows) expect(lineWidth(row)).toBeLessThanOrEqual(width);
        expect(rows.map(lineText).join("").replaceAll(" ", "")).toBe(words.replaceAll(" ", ""));
      }),
    );
  });

  test("TUI-11: rows break between words and keep their lead", () => {
    const rows = wrapLine(line("the quick brown fox"), {
      width: 12,
      first: line("• "),
      rest: line("  "),
    });
    expect(rows.map(lineText)).toEqual(["• the quick", "  brown fox"]);
  });

  test("TUI-11: styles survive the break", () => {
    const rows = wrapLine([span("plain "), span("bold words here", { bold: true })], { width: 12 });
    expect(rows.map((row) => row.map(({ text: part, bold = false }) => [part, bold]))).toEqual([
      [
        ["plain ", false],
        ["bold", true],
      ],
      [["words here", true]],
    ]);
  });
});

test("TUI-8 (part): strangers' text is made visible instead of obeyed", () => {
  expect(inert("a\u001b[31m\tb\r\nc\u009b\u202e")).toBe("a␛[31m    b\nc\\u009b\\u202e");
  expect(inert("👩‍👩‍👧 stays")).toBe("👩‍👩‍👧 stays");
});

test("TUI-7 (part): a diff has numbers, signs and an end", () => {
  const diff =
    "--- a/x\n+++ b/x\n@@ -41,3 +41,3 @@\n keep\n-old\u001b[2J\n+new\n keep2\n@@ -90,1 +90,2 @@\n a\n+b\n";
  expect(diffLines(diff, { width: 40, rows: 4 }).map(lineText)).toEqual([
    "   41   keep",
    "   42 − old␛[2J",
    "   42 + new",
    "   43   keep2",
    "     … 1 more changed lines",
  ]);
  expect(diffLines(diff, { width: 40, rows: 99 }).map(lineText).slice(4)).toEqual([
    "     ⋯",
    "   90   a",
    "   91 + b",
  ]);
});
