import { expect, test } from "bun:test";
import fc from "fast-check";
import { sentences } from "./sentences.ts";

const textsOf = (text: string): readonly string[] => sentences(text).map((span) => span.text);

test("abbreviations, initials and decimals do not end a sentence", () => {
  expect(
    textsOf("Dr. J. Smith paid $3.50 in the U.S. economy. It rose 1.2% vs. 2019! Why? E.g. this."),
  ).toEqual([
    "Dr. J. Smith paid $3.50 in the U.S. economy.",
    "It rose 1.2% vs. 2019!",
    "Why?",
    "E.g. this.",
  ]);
  expect(textsOf("Works at Acme Inc. He left at 5 p.m. Then home, etc. and so on.")).toEqual([
    "Works at Acme Inc.",
    "He left at 5 p.m.",
    "Then home, etc. and so on.",
  ]);
});

test("closing marks belong to the sentence", () => {
  expect(textsOf("He said “Stop.” Then (“go!”) he left… And came back.")).toEqual([
    "He said “Stop.”",
    "Then (“go!”) he left…",
    "And came back.",
  ]);
});

test("Chinese and Japanese sentences end without a space", () => {
  expect(textsOf("今日は晴れです。明日は「雨」でしょう！本当？はい")).toEqual([
    "今日は晴れです。",
    "明日は「雨」でしょう！",
    "本当？",
    "はい",
  ]);
});

test("empty lines, list items and headings end one too", () => {
  expect(textsOf("# Title\n\nA line\nthat wraps\n- one\n- two\n1. first\n2. second. Yes.")).toEqual(
    ["# Title", "A line\nthat wraps", "- one", "- two", "1. first", "2. second.", "Yes."],
  );
});

const piece = fc.constantFrom(
  "a",
  "B",
  ".",
  "!",
  "。",
  " ",
  "\n",
  "\n\n",
  '"',
  "3.1",
  "Dr",
  "- ",
  "1",
  "é",
  "😀",
  "…",
);

test("property: spans are in order, apart, trimmed, and nothing but white space lies between", () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      let from = 0;
      for (const span of sentences(text)) {
        expect(span.start).toBeGreaterThanOrEqual(from);
        expect(text.slice(span.start, span.end)).toBe(span.text);
        expect(span.text).toBe(span.text.trim());
        expect(text.slice(from, span.start).trim()).toBe("");
        from = span.end;
      }
      expect(text.slice(from).trim()).toBe("");
    }),
  );
});
