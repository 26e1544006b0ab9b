import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { analyse } from "./analyse.ts";
import { simpleArgv } from "./simple-argv.ts";

const BYTES = 100_000;
const filled = (text: string): string => text.repeat(Math.ceil(BYTES / text.length));

describe("S45: no text is too long, too deep or too odd", () => {
  const texts: readonly (readonly [string, string])[] = [
    ...[
      "(",
      "$(",
      '"$(',
      "`",
      "{ ",
      "((",
      "$((",
      "${a:-",
      '"${a:-',
      "<<A ",
      "<(",
      "@(",
      "[",
      "{a,",
      ">a ",
      "\\",
      "'",
      '"',
    ].map((piece) => [`100 kB of ${JSON.stringify(piece)}`, filled(piece)] as const),
    ...[
      "if ",
      "f() { ",
      "case x in a) ",
      "for a in b; do ",
      "while ",
      "! ",
      "time ",
      "coproc ",
      "env ",
      "sudo ",
      "a=1 ",
    ].map((piece) => [`100 kB of ${JSON.stringify(piece)}`, filled(piece)] as const),
    ["a long sum", `echo $((${filled("1+")}1))`],
    ["a long test", `[[ ${filled("! ")} a ]]`],
    ["shells in shells", `${"sh -c ".repeat(1_000)}ls`],
    ["many wrappers", `${"env A=1 ".repeat(5_000)}ls`],
    ["many heredocs", filled("cat <<A\nx\nA\n")],
    ["many words", `ls ${filled("a ")}`],
    ["many -exec", `find . ${filled("-exec a ; ")}`],
  ];
  for (const [name, text] of texts) {
    test(name, () => {
      expect(analyse(text).command).toBe(text);
    });
  }

  test("any text at all", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
    fc.assert(fc.property(text, (any) => analyse(any).command === any));
  });
});

test("S17: ten thousand commands are ten thousand segments", () => {
  for (const joint of [";", "&&", "|", "\n", "&"]) {
    const text = Array.from({ length: 10_000 }, (_, i) => `p${i}`).join(` ${joint} `);
    const { segments, doubts } = analyse(text);
    expect(doubts).toEqual([]);
    expect(segments).toHaveLength(10_000);
    expect(segments[9_999]?.text).toBe("p9999");
  }
});

test("C6: a command without operators is a list of words", () => {
  expect(simpleArgv("git log --format='%h %s' -5")).toEqual(["git", "log", "--format=%h %s", "-5"]);
  expect(simpleArgv("  ls   a\\ b  ")).toEqual(["ls", "a b"]);
  expect(simpleArgv("env A=1 ls")).toBeNull();
  const others = [
    "a | b",
    "a; b",
    "a > b",
    "a < b",
    "A=1 b",
    "ls $x",
    "ls *",
    "ls ~",
    "a &",
    "$(a)",
    "cd x",
    "! a",
    "",
    "a 'b",
  ];
  expect(others.filter((command) => simpleArgv(command) !== null)).toEqual([]);
  expect(simpleArgv("ls {a,b}")).toEqual(["ls", "a", "b"]);
});
