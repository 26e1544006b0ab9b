import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { TerminalText } from "./terminal-text.ts";

const SIZE = { cols: 20, rows: 5 };

function textOf(...chunks: readonly (string | Uint8Array)[]): string {
  const terminal = new TerminalText(SIZE, 10_000);
  for (const chunk of chunks) terminal.push(Buffer.from(chunk));
  return terminal.end().text;
}

describe("SH-11: what a terminal shows in the end", () => {
  test.each([
    ["plain lines", "one\r\ntwo\r\n", "one\ntwo\n"],
    ["a progress bar at its last state", "10 %\r50 %\r100 %\r\ndone", "100 %\ndone\n"],
    ["a line that is erased", "working…\r\u001B[Kok\r\n", "ok\n"],
    ["colours and a title", "\u001B]0;title\u0007\u001B[1;31mred\u001B[0m\r\n", "red\n"],
    ["backspaces", "abc\b\b\u001B[KX", "aX\n"],
    ["tabs", "a\tb", "a       b\n"],
    ["a long line is one line", `${"x".repeat(45)}\r\nend`, `${"x".repeat(45)}\nend\n`],
    ["lines that have left the screen", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7", "1\n2\n3\n4\n5\n6\n7\n"],
    [
      "bars above each other",
      "a 1\r\nb 1\r\n\u001B[2A\u001B[Ka 2\r\n\u001B[Kb 2\r\n",
      "a 2\nb 2\n",
    ],
    [
      "a full-screen program that has gone",
      "$ vi\r\n\u001B[?1049h\u001B[2J\u001B[Hfile\u001B[?1049l$ ",
      "$ vi\n$\n",
    ],
    [
      "a full-screen program that has not",
      "$ top\r\n\u001B[?1049h\u001B[Hload 1",
      "$ top\nload 1\n",
    ],
    ["a screen that is cleared", "old\r\n\u001B[2J\u001B[Hnew", "new\n"],
    ["wide characters", "漢字\b\b\b\bab", "ab字\n"],
    ["marks and emoji", "e\u0301 👍🏽!", "e\u0301 👍🏽!\n"],
    ["inserted and deleted cells", "abcdef\r\u001B[2P\u001B[2@XY", "XYcdef\n"],
    ["inserted and deleted lines", "1\r\n2\r\n3\u001B[2;1H\u001B[L", "1\n\n2\n3\n"],
    ["a region that scrolls", "a\r\nb\r\nc\r\nd\u001B[2;3r\u001B[3;1H\nX", "a\nc\nX\nd\n"],
    [
      "a clipboard write and other strings",
      "a\u001B]52;c;ZXZpbA==\u001B\\b\u001BPq#0\u001B\\c",
      "abc\n",
    ],
    ["nothing", "", ""],
  ])("SH-11: %s", (_, written, expected) => {
    expect(textOf(written)).toBe(expected);
  });

  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      "\r",
      "\n",
      "\b",
      "\t",
      "\u001B",
      "\u001B[",
      "\u001B]0;",
      "\u0007",
      "漢",
      "👍",
      "\u0301",
      "\u009B",
    ),
    fc
      .tuple(
        fc.array(fc.nat(30), { maxLength: 3 }),
        fc.constantFrom(..."ABCDEFGHJKLMPSTXdfrsu@hlm".split("")),
      )
      .map(([numbers, final]) => `\u001B[${numbers.join(";")}${final}`),
    fc.constantFrom(
      "\u001B[?1049h",
      "\u001B[?1049l",
      "\u001B7",
      "\u001B8",
      "\u001BM",
      "\u001Bc",
      "\u001B(0",
    ),
  );
  const stream = fc.array(piece, { maxLength: 60 }).map((parts) => Buffer.from(parts.join("")));

  test("SH-6: any bytes give plain text, wherever they are cut", () => {
    fc.assert(
      fc.property(fc.oneof(stream, fc.uint8Array({ maxLength: 200 })), fc.nat(), (bytes, at) => {
        const whole = textOf(bytes);
        const cut = at % (bytes.length + 1);
        expect(textOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(whole);
        expect(whole).not.toMatch(/[^\P{Cc}\n]/u);
      }),
      { numRuns: 500 },
    );
  });

  test("SH-11: lines of plain text come out as they went in", () => {
    const line = fc.string({ unit: fc.constantFrom(..."abc xyz,.".split("")), maxLength: 50 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const expected = lines
          .map((one) => one.trimEnd())
          .join("\n")
          .trimEnd();
        expect(textOf(lines.join("\r\n")).trimEnd()).toBe(expected);
      }),
    );
  });
});
