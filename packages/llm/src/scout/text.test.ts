import { expect, test } from "bun:test";
import { understand } from "./ask.ts";
import { patternFor } from "./decide-files.ts";
import { SENTENCE_END, withoutEnding } from "./text.ts";

test("the end of a sentence is taken off, and nothing else", () => {
  expect(withoutEnding("Where is it?! \n", SENTENCE_END)).toBe("Where is it");
  expect(withoutEnding("a.ts?b", SENTENCE_END)).toBe("a.ts?b");
  expect(withoutEnding("?!", SENTENCE_END)).toBe("");
});

test("a long run of marks or of white space inside a question is read to its end", () => {
  const gap = " ".repeat(200_000);
  expect(understand(`compare a${gap}with${gap}b?`).sides).toEqual(["a", "b"]);
  expect(understand(`compare ${gap}x`).sides).toEqual([]);
  for (const mark of ["?", ".", "!"]) {
    const question = `x ${mark.repeat(200_000)}x`;
    expect(understand(question).paths).toEqual([]);
    expect(patternFor(question)).toBeNull();
  }
});
