import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { plainText } from "./plain-text.ts";

describe("URL-3: plain view", () => {
  test.each([
    ["colours", "\x1b[1;31mred\x1b[0m \x1b[38:5:9mx", "red x"],
    ["cursor moves", "a\x1b[2K\x1b[1Gb\x1b7c\x1b(Bd", "abcd"],
    ["titles and links", "\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"],
    ["other strings", "\x1bPq#0~~\x1b\\a\x1b_x\x1b\\b\x1b^y\x9cc", "abc"],
    ["8-bit forms", "\x9b31mred\x9d0;t\x07!", "red!"],
    ["progress bars", "10%\r20%\r\ndone\x07\x08", "10%\n20%\ndone"],
    ["an open title hides no more than its line", "\x1b]0;never closed\nseen", "\nseen"],
    ["an open sequence hides no letter of others", "\x1b[12é\x1b", "é"],
    ["plain text", "tab\tand\nnewline é 世", "tab\tand\nnewline é 世"],
  ])("URL-3: %s", (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test("URL-3: whatever comes in, no control character comes out", () => {
    const piece = fc.constantFrom(
      "\x1b",
      "[",
      "]",
      "\x07",
      "\x9b",
      "m",
      "1",
      ";",
      "é",
      "\n",
      "\r",
      "\\",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join("")),
        ),
        (text) => {
          // oxlint-disable-next-line no-control-regex
          expect(plainText(text)).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
