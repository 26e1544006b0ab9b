import { expect, test } from "bun:test";
import fc from "fast-check";
import { terms } from "./terms.ts";
import { words } from "./words.ts";

test("words are folded, possessives are dropped, contractions stay one word", () => {
  expect(words("Caroline’s Café can't wait, NAÏVE one.")).toEqual([
    "caroline",
    "cafe",
    "cant",
    "wait",
    "naive",
    "one",
  ]);
});

test("a name gives itself and its parts", () => {
  expect(words("readFileSync max_size HTTPServer utf8 __proto__").join(" ")).toBe(
    "readfilesync read file sync max_size max size httpserver http server utf8 utf 8 proto",
  );
});

test("scripts without spaces give pairs of characters, also between Latin words", () => {
  expect(words("東京タワー is高い 水")).toEqual([
    "東京",
    "京タ",
    "タワ",
    "ワー",
    "is",
    "高い",
    "水",
  ]);
  expect(words("Привет мир")).toEqual(["привет", "мир"]);
});

test("terms are stems without stop words", () => {
  expect(terms("What did the painters paint when they were painting?")).toEqual([
    "painter",
    "paint",
    "paint",
  ]);
});

test("property: words are lower case, short, and found again in themselves", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of words(text)) {
        expect(word.length).toBeGreaterThan(0);
        expect(word.length).toBeLessThanOrEqual(64);
        expect(words(word)).toContain(word);
      }
    }),
  );
});
