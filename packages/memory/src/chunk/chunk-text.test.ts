import { expect, test } from "bun:test";
import fc from "fast-check";
import { chunkText } from "./chunk-text.ts";

const PAGE = `# Guide

Intro words.

## Install

Run this:

\`\`\`sh
# not a heading
npm install

npm test
\`\`\`

## Use

- one
- two
`;

test("MEM-13 (part): pieces end at headings, keep blocks of code whole and know their headings and lines", () => {
  expect(chunkText(PAGE)).toEqual([
    { text: "Intro words.", context: "Guide", start: 3 },
    {
      text: "Run this:\n\n```sh\n# not a heading\nnpm install\n\nnpm test\n```",
      context: "Guide › Install",
      start: 7,
    },
    { text: "- one\n- two", context: "Guide › Use", start: 18 },
  ]);
});

test("MEM-13 (part): a long run is cut into about 500 tokens with 50 of overlap", () => {
  const text = Array.from({ length: 1_500 }, (_, at) => `word${at}`).join(" ");
  const pieces = chunkText(text);
  expect(pieces.length).toBeGreaterThan(4);
  for (const [at, piece] of pieces.entries()) {
    expect(piece.text.length).toBeLessThanOrEqual(2_000);
    const before = pieces[at - 1]?.text;
    if (before === undefined) continue;
    const shared = piece.text.slice(0, 100);
    expect(before).toContain(shared);
    expect(before.length - before.indexOf(shared)).toBeLessThanOrEqual(420);
  }
});

test("property: no word of a text is lost, and every piece begins where it says", () => {
  const piece = fc.constantFrom(
    "alpha",
    "beta",
    " ",
    "\n",
    "\n\n",
    "# Head\n",
    "```\n",
    "x".repeat(900),
    "漢字",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const lines = text.split("\n");
      const chunks = chunkText(text);
      const all = chunks.map((chunk) => `${chunk.context} ${chunk.text}`).join(" ");
      for (const word of ["alpha", "beta", "漢字"]) {
        if (text.includes(word)) expect(all).toContain(word);
      }
      for (const chunk of chunks) {
        expect(chunk.text.length).toBeLessThanOrEqual(2_000);
        const [first = ""] = chunk.text.split("\n");
        const from = lines.slice((chunk.start ?? 1) - 1).join("\n");
        expect(from).toContain(first);
      }
    }),
  );
});
