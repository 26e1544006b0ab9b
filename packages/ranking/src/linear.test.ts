import { expect, test } from "bun:test";
import { findQuote, sentences, stem, words } from "./index.ts";

/** Each of these once made some parser of text grow with the square of its length. */
const HOSTILE = [
  ".",
  "a",
  "A",
  "_",
  "'",
  "y",
  " ",
  "\n",
  "…",
  "。",
  "a'",
  "aB",
  "“",
  "\u200b",
  "- ",
  "1.",
  "Dr. ",
];

test("hostile repetition is read to its end", () => {
  for (const piece of HOSTILE) {
    const text = piece.repeat(200_000 / piece.length);
    for (const word of words(text)) stem(word);
    sentences(text);
    findQuote(text, "not there at all, my friend");
    findQuote(text, piece.repeat(300).trim());
  }
  expect(HOSTILE.length).toBeGreaterThan(0);
});
