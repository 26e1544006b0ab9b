import { expect, test } from "bun:test";
import fc from "fast-check";
import { findQuote } from "./find-quote.ts";
import { normaliseQuote } from "./normalise-quote.ts";

const SOURCE =
  "The committee didn’t agree.\n\nIn 2019 the  river —  swollen by “ﬁerce” rain — rose 3.5 metres above its usual " +
  "level and flooded the lower town for eleven days. Nobody was hurt.";

function found(quote: string, source: string = SOURCE): string | null {
  const place = findQuote(source, quote);
  return place === null ? null : `${place.how}: ${source.slice(place.start, place.end)}`;
}

test("white space, quotation marks, dashes and ligatures do not matter", () => {
  expect(found("Nobody was hurt.")).toBe("exact: Nobody was hurt.");
  expect(found("the committee didn't agree")).toBe("near: The committee didn’t agree");
  expect(found('river - swollen by "fierce" rain - rose 3.5 metres')).toBe(
    "exact: river —  swollen by “ﬁerce” rain — rose 3.5 metres",
  );
  expect(found("agree. In 2019 the river")).toBe("exact: agree.\n\nIn 2019 the  river");
});

test("a quote with a word left out or changed is near", () => {
  expect(found("rose 3.5 metres above its level and flooded the lower town for eleven days")).toBe(
    "near: rose 3.5 metres above its usual level and flooded the lower town for eleven days",
  );
});

test("another number, a negation or other words are no quote", () => {
  expect(
    found("rose 4.5 metres above its usual level and flooded the lower town for eleven days"),
  ).toBeNull();
  expect(
    found("rose 3.5 metres above its usual level and never flooded the lower town for eleven days"),
  ).toBeNull();
  expect(found("The committee did agree.")).toBeNull();
  expect(found("the town was evacuated by helicopter within a day of the flood")).toBeNull();
  expect(found("   ")).toBeNull();
});

test("a quote in Chinese is found across a line break", () => {
  expect(found("今天下雨，我们在家。", "他说：今天下雨， 我们在家。")).toBe(
    "near: 今天下雨， 我们在家",
  );
});

const piece = fc.constantFrom(
  "word",
  "Nine",
  "3.5",
  " ",
  "\n",
  "—",
  "“",
  "ﬁ",
  "\u00ad",
  "\u200b",
  "é",
  "東",
  ".",
  "😀",
);

test("property: any part of a source is found exactly, wherever it stands", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), fc.nat(), fc.nat(), (pieces, from, length) => {
      const source = pieces.join("");
      const start = from % pieces.length;
      const quote = pieces.slice(start, start + 1 + (length % pieces.length)).join("");
      const place = findQuote(source, quote);
      if (normaliseQuote(quote).text === "") return;
      expect(place?.how).toBe("exact");
      const text = source.slice(place?.start, place?.end);
      expect(normaliseQuote(text).text).toBe(normaliseQuote(quote).text);
    }),
  );
});

test("property: normalising twice changes nothing, and places are in order", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece).map((pieces) => pieces.join("")),
      ),
      (text) => {
        const once = normaliseQuote(text);
        expect(once.starts.length).toBe(once.text.length + 1);
        expect(once.ends.length).toBe(once.text.length);
        expect(normaliseQuote(once.text).text).toBe(once.text);
        for (const [at, start] of once.starts.entries()) {
          expect(start).toBeGreaterThanOrEqual(once.starts[at - 1] ?? 0);
          expect(once.ends[at] ?? start).toBeGreaterThanOrEqual(start);
        }
      },
    ),
  );
});
