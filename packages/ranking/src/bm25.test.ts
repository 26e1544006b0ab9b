import { expect, test } from "bun:test";
import fc from "fast-check";
import { bm25 } from "./bm25.ts";
import { fuse } from "./fuse.ts";

const DOCUMENTS = [
  "The cat sat on the mat.",
  "Dogs and cats are living together.",
  "Quarterly revenue rose by nine percent.",
  "The cat, the cat, the cat!",
];

test("BM25 ranks by rare words and by how often they stand there", () => {
  const index = bm25(DOCUMENTS);
  expect(index.search("cats", 10).map(({ index: at }) => at)).toEqual([3, 0, 1]);
  expect(index.search("revenue of the cat", 1).map(({ index: at }) => at)).toEqual([2]);
  expect(index.search("nothing here", 10)).toEqual([]);
  expect(index.weightOf("revenu")).toBeGreaterThan(index.weightOf("cat"));
});

test("BM25 scores are those of the formula", () => {
  const index = bm25(["a b", "a a c"], { k1: 1.5, b: 0.5, terms: (text) => text.split(" ") });
  const rarity = Math.log(1 + (2 - 2 + 0.5) / (2 + 0.5));
  const expected = (rarity * 2 * 2.5) / (2 + 1.5 * (1 - 0.5 + (0.5 * 3) / 2.5));
  expect(index.search("a", 1)).toEqual([{ index: 1, score: expect.closeTo(expected, 10) }]);
  expect(index.search("a a", 1)[0]?.score).toBeCloseTo(2 * expected, 10);
});

test("property: a search is a prefix of a longer one, falling, without repeats", () => {
  const document = fc.array(fc.constantFrom("cat", "dog", "tree", "house", "river"), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.array(document, { maxLength: 20 }), document, fc.nat(20), (lists, query, k) => {
      const index = bm25(lists.map((list) => list.join(" ")));
      const all = index.search(query.join(" "), 100);
      expect(index.search(query.join(" "), k)).toEqual(all.slice(0, k));
      expect(new Set(all.map((hit) => hit.index)).size).toBe(all.length);
      for (const [place, hit] of all.entries()) {
        expect(hit.score).toBeGreaterThan(0);
        expect(hit.score).toBeLessThanOrEqual(all[place - 1]?.score ?? hit.score);
        expect(lists[hit.index]?.some((word) => query.includes(word))).toBe(true);
      }
    }),
  );
});

test("MEM-15 (part): rankings are fused by 1/(60+rank)", () => {
  expect(
    fuse([
      ["a", "b"],
      ["b", "c"],
    ]),
  ).toEqual([
    { key: "b", score: 1 / 62 + 1 / 61 },
    { key: "a", score: 1 / 61 },
    { key: "c", score: 1 / 62 },
  ]);
  expect(
    fuse(
      [
        ["a", "b"],
        ["b", "a"],
      ],
      60,
      [1, 3],
    ).map(({ key }) => key),
  ).toEqual(["b", "a"]);
});

test("property: fusing one ranking with itself changes no order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), (ranking) => {
      expect(fuse([ranking, ranking]).map(({ key }) => key)).toEqual(ranking);
    }),
  );
});
