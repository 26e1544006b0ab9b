import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkQuote } from "../evidence/check-quote.ts";
import { plainMarkdown } from "./plain-markdown.ts";

test.each<[string, string]>([
  ['The [Eiffel Tower](https://a.test/x "t") is **tall**.', "The Eiffel Tower is tall."],
  ["It opened in 1889.[[1]](#cite-1) Then[2] more.[edit]", "It opened in 1889. Then more."],
  [
    "# Title\n\n_Words_ and `code` here, snake_case too.",
    "Title\n\nWords and code here, snake_case too.",
  ],
  ["![A lamp](lamp.png) by <https://a.test/y>", "A lamp by https://a.test/y"],
  ["[**bold** link](https://a.test) 2*3*4", "bold link 2*3*4"],
  ["a [broken link](https://a.test and text", "a [broken link](https://a.test and text"],
])("%s", (markdown, plain) => {
  expect(plainMarkdown(markdown).text).toBe(plain);
});

test("every character is where it stood", () => {
  const piece = fc.constantFrom(
    "[x](https://a.test)",
    "**",
    "word ",
    "[1]",
    "`",
    "_",
    "\n",
    "# ",
    "é ",
    "![",
    "](",
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((all) => all.join("")),
      (markdown) => {
        const { text, starts } = plainMarkdown(markdown);
        expect(starts).toHaveLength(text.length + 1);
        for (let at = 0; at < text.length; at++)
          expect(markdown[starts[at] ?? -1]).toBe(text[at] ?? "");
      },
    ),
  );
});

test("RES-8: words that are quoted without their marks stand there, with the marks between them", () => {
  const text = "In short, the [Eiffel Tower](https://a.test/x) is **330 metres** tall.";
  const checked = checkQuote(text, "the Eiffel Tower is 330 metres tall");
  expect(checked.status).toBe("verified");
  expect(text.slice(checked.start ?? 0, checked.end ?? 0)).toBe(
    "the [Eiffel Tower](https://a.test/x) is **330 metres** tall",
  );
  expect(checkQuote(text, "the Eiffel Tower is 331 metres tall").status).toBe("missing");
});
