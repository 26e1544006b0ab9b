import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { replaceText } from "./replace-text.ts";

const text = (result: ReturnType<typeof replaceText>): string =>
  result.ok ? result.text : `! ${result.reason}: ${result.message}`;

describe("EDIT-2: exact replacement", () => {
  test("EDIT-2: one place, to the letter", () => {
    expect(replaceText("a b c", { search: "b", replace: "$& x" })).toEqual({
      ok: true,
      text: "a $& x c",
      count: 1,
    });
  });

  test("EDIT-2: several places need all; the lines are named", () => {
    const source = "x = 1\ny = 2\nx = 1\n";
    expect(text(replaceText(source, { search: "x = 1", replace: "z" }))).toStartWith(
      "! ambiguous: The text stands there 2 times (lines 1, 3).",
    );
    expect(text(replaceText(source, { search: "x = 1", replace: "z", all: true }))).toBe(
      "z\ny = 2\nz\n",
    );
  });

  test("EDIT-2: a miss shows the nearest lines and what differs", () => {
    const source = "function a() {\n    return 1;\n}\n\nfunction b() {}\n";
    const missed = replaceText(source, { search: "function a() {\n  return 1;\n}", replace: "" });
    expect(text(missed)).toBe(
      [
        "! not_found: Only the indentation differs. The nearest lines are:",
        "1\tfunction a() {",
        "2\t    return 1;",
        "3\t}",
        "Send the edit again with these lines exactly as they are, without the numbers.",
      ].join("\n"),
    );
    expect(text(replaceText(source, { search: "nowhere at all", replace: "" }))).toContain(
      "Nothing in the file is like it.",
    );
  });

  test("EDIT-2: a hint for a huge file and a huge search is bounded", () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `line ${n} ${"x".repeat(40)}`);
    const search = lines
      .slice(100, 700)
      .map((line) => `${line} `)
      .join("\n");
    expect(text(replaceText(lines.join("\n"), { search, replace: "" }))).toContain("101\tline 100");
  });
});

describe("EDIT-13: what is not replaced stays byte for byte", () => {
  test("EDIT-13: line ends are the file's", () => {
    expect(text(replaceText("a\r\nb\r\nc\r\n", { search: "a\nb", replace: "x\ny\nz" }))).toBe(
      "x\r\ny\r\nz\r\nc\r\n",
    );
    expect(text(replaceText("a\nb\n", { search: "a\r\nb", replace: "x\r\ny" }))).toBe("x\ny\n");
    expect(text(replaceText("a\r\nb\nc\r\n", { search: "b", replace: "x\ny" }))).toBe(
      "a\r\nx\r\ny\nc\r\n",
    );
  });

  test("EDIT-13: replacing there and back gives the same bytes", () => {
    const part = fc.constantFrom("a", "b", "\n", "\r\n", "\r", " ", "\t", "é", "$1");
    const some = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(some, some, (before, after) => {
        const source = `${before}«old»${after}`;
        const there = replaceText(source, { search: "«old»", replace: "«new»" });
        expect(there.ok).toBe(true);
        const back = replaceText(text(there), { search: "«new»", replace: "«old»" });
        expect(text(back)).toBe(source);
      }),
    );
  });
});
