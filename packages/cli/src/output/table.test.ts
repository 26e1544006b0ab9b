import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { fakeIo } from "../testing/fake-io.ts";
import { bar } from "./bars.ts";
import { styleOf } from "./style.ts";
import { columns, widthOf } from "./table.ts";
import { fitted, textWidth } from "./text-width.ts";

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[\d+m/g;

describe("CLI-4 (part): tables on a terminal", () => {
  test("CLI-4 (part): figures stand at the right, and the last column is broken at the width", () => {
    const rows = [
      ["name", "turns", "about"],
      ["a", "7", "one two three four five six seven"],
      ["漢字", "12", "x"],
    ];
    expect(columns(rows, { right: [1], width: 36 })).toBe(
      "name  turns  about\n" +
        "a         7  one two three four five\n" +
        "             six seven\n" +
        "漢字     12  x\n",
    );
  });

  test("CLI-4 (part): no line is wider than the terminal unless a word is", () => {
    const word = fc
      .string({ unit: "grapheme-ascii", maxLength: 9 })
      .map((s) => s.replaceAll(" ", "x"));
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, text), { minLength: 1 }), (rows) => {
        const lines = columns(rows, { width: 60 }).split("\n");
        expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(60);
        const words = (given: string): readonly string[] => given.split(/\s+/).filter(Boolean);
        expect(words(lines.join(" "))).toEqual(words(rows.flat().join(" ")));
      }),
    );
  });

  test("CLI-4 (part): what goes into a pipe has one line for each row", () => {
    expect(widthOf(fakeIo().stdout)).toBeUndefined();
    expect(columns([["a", "word ".repeat(50)]]).split("\n")).toHaveLength(2);
  });

  test("CLI-4 (part): colours change nothing but colour", () => {
    const style = styleOf(fakeIo({ isTty: true }).stdout, {});
    const rows = [
      ["a", "one two three four five six"],
      ["bb", "x"],
    ];
    const painted = columns(rows, { width: 24, paint: (text) => style.paint(text, "red") });
    expect(painted).toContain("\u001B[31m");
    expect(painted.replaceAll(ESCAPES, "")).toBe(columns(rows, { width: 24 }));
  });
});

describe("CLI-4 (part): colours and signs", () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
  ])("CLI-4 (part): terminal %p with %j: colour %p", (isTty, env, colour) => {
    const style = styleOf(fakeIo({ isTty }).stdout, env);
    expect(style.colour).toBe(colour);
    expect(style.paint("x", "red") === "x").toBe(!colour);
  });

  test.each([
    [{}, true],
    [{ LANG: "de_DE.UTF-8" }, true],
    [{ LANG: "C" }, false],
    [{ LC_ALL: "C", LANG: "de_DE.UTF-8" }, false],
    [{ LC_ALL: "", LANG: "en_GB.utf8" }, true],
  ])("CLI-4 (part): %j has signs beyond ASCII: %p", (env, unicode) => {
    expect(styleOf(fakeIo().stdout, env).unicode).toBe(unicode);
  });

  test("USE-4 (part): bars are as long as their part, and seen when there is anything", () => {
    const unicode = styleOf(fakeIo().stdout, {});
    const ascii = styleOf(fakeIo().stdout, { LANG: "C" });
    expect([0, 1e-9, 0.5, 0.55, 1, 7].map((part) => bar(part, 10, unicode))).toEqual([
      "",
      "▏",
      "█████",
      "█████▌",
      "██████████",
      "██████████",
    ]);
    expect([0, 1e-9, 0.5, 1].map((part) => bar(part, 10, ascii))).toEqual([
      "",
      "#",
      "#####",
      "##########",
    ]);
    expect(bar(Number.NaN, 10, unicode)).toBe("");
  });

  test("I18N-4 (part): a line is cut by columns, not by characters", () => {
    expect(fitted("漢字漢字漢字", 7)).toBe("漢字漢…");
    expect(fitted("a  b\nc", 10)).toBe("a b c");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        expect(textWidth(fitted(text, max))).toBeLessThanOrEqual(max);
      }),
    );
  });
});
