import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FileHit, Query } from "../query.ts";
import { outputReader } from "./output.ts";

const QUERY: Query = {
  pattern: "x",
  ignoreCase: false,
  multiline: false,
  context: 0,
  output: "content",
  wanted: 100,
  names: null,
  fits: () => true,
  mayTell: () => true,
};

function readAll(chunks: readonly Uint8Array[], output: Query["output"] = "content") {
  const hits: FileHit[] = [];
  const reader = outputReader({ ...QUERY, output }, (hit) => hits.push(hit));
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return hits.map(({ path, count, isBinary, lines }) => ({
    path,
    count,
    isBinary,
    lines: lines.map(
      ({ number, isMatch, bytes }) =>
        `${number}${isMatch ? ":" : "-"}${Buffer.from(bytes).toString()}`,
    ),
  }));
}

const CONTENT = Buffer.from(
  "./a b.txt\0" +
    "1:first\n2-around\n--\n10:é 😀\r\n" +
    "\n./new\nline.txt\0" +
    "3:./like a path\n4:7:like a line\n5:\n" +
    './late.bin: WARNING: stopped searching binary file after match (found "\\0" byte around offset 9)\n' +
    "\n./named.bin\0" +
    "1:x\n--\n" +
    './named.bin: binary file matches (found "\\0" byte around offset 3)\n',
);

const HITS = [
  {
    path: "a b.txt",
    count: 2,
    isBinary: false,
    lines: ["1:first", "2-around", "10:é 😀"],
  },
  {
    path: "new\nline.txt",
    count: 3,
    isBinary: false,
    lines: ["3:./like a path", "4:7:like a line", "5:"],
  },
  { path: "named.bin", count: 1, isBinary: true, lines: ["1:x"] },
];

describe("SRCH-5 (part): the output of ripgrep is read", () => {
  test("files, lines, lines around them and binary files", () => {
    expect(readAll([CONTENT])).toEqual(HITS);
  });

  test("whatever pieces it comes in", () => {
    for (let cut = 0; cut <= CONTENT.length; cut++) {
      expect(readAll([CONTENT.subarray(0, cut), CONTENT.subarray(cut)])).toEqual(HITS);
    }
    expect(readAll(Array.from(CONTENT, (byte) => Buffer.from([byte])))).toEqual(HITS);
    const lists = Buffer.from("./a@12\n./b\nc@3\n".replaceAll("@", "\0"));
    fc.assert(
      fc.property(fc.array(fc.nat(lists.length), { maxLength: 4 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), lists.length];
        const chunks = at.slice(1).map((end, index) => lists.subarray(at[index], end));
        const counts = readAll(chunks, "count").map(({ path, count }) => [path, count]);
        expect(counts).toEqual([
          ["a", 12],
          ["b\nc", 3],
        ]);
      }),
    );
    expect(readAll([Buffer.from("./a\0./b"), Buffer.from("\nc\0")], "files")).toMatchObject([
      { path: "a", count: 1 },
      { path: "b\nc", count: 1 },
    ]);
  });

  test("a line of a gigabyte leaves what can be shown of it", () => {
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const hits = readAll([
      Buffer.from("./big@1:".replace("@", "\0")),
      ...Array.from({ length: 1_024 }, () => megabyte),
      Buffer.from("\n2:y\n"),
    ]);
    expect(hits).toEqual([
      { path: "big", count: 2, isBinary: false, lines: [`1:${"x".repeat(2_048)}`, "2:y"] },
    ]);
  });
});
