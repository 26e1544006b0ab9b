import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { addItems } from "../index/add-items.ts";
import type { AddedItem } from "../index/add-items.ts";
import { openMemoryIndex } from "../index/memory-index.ts";
import type { MemoryIndex } from "../index/memory-index.ts";
import { wordEmbedder } from "../testing/word-embedder.ts";

async function indexOf(items: readonly AddedItem[]): Promise<MemoryIndex> {
  const index = openMemoryIndex({
    path: ":memory:",
    embedder: wordEmbedder(),
    vectorLibrary: null,
    now: () => 0,
    notice: () => {},
  });
  addItems(index, items, "x");
  await index.embed();
  return index;
}

const HERON = "The heron nests in the reeds behind the old harbour every spring";

/** In a session each, so that none stands beside another. */
function said(texts: readonly string[], more: Partial<AddedItem> = {}): readonly AddedItem[] {
  return texts.map((text, at) => ({ id: `${at}`, text, session: `s${at}`, ...more }));
}

test("MEM-15: what was said in many sessions takes one place, with how many more say the same", async () => {
  const quoted = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? HERON : `> ${HERON}!`));
  const others = ["A heron stands in the water", "The heron eats fish", "No heron sings"];
  using index = await indexOf(said([...quoted, ...others]));
  const options = { k: 4 };
  const hits = await index.search("heron", options);
  expect(hits.map(({ repeats }) => repeats).filter((count) => count !== undefined)).toEqual([29]);
  expect(new Set(hits.map(({ text }) => text)).size).toBe(4);
  // As it was without: one sentence in all places, however it is quoted.
  const before = await index.search("heron nests in the reeds", { ...options, withRepeats: true });
  expect(new Set(before.map(({ text }) => text.replace(/[>!]/g, "").trim()))).toEqual(
    new Set([HERON]),
  );
});

test("more copies than the lists hold hide nothing", async () => {
  const others = ["A heron stands in the water of the wide and quiet lake", "Herons eat fish"];
  using index = await indexOf(said([...Array.from({ length: 700 }, () => HERON), ...others]));
  const hits = index.searchWords("heron nests in the reeds", { k: 3 });
  expect(hits.map(({ text }) => text).toSorted()).toEqual([...others, HERON].toSorted());
});

test("of equals the newest stays, and a better one before a newer one", async () => {
  const items = ["2 May 2023", "9 June 2024", "1 January 2024"].map((at) => ({
    id: at,
    text: HERON,
    at,
  }));
  using index = await indexOf(items);
  const [hit, ...rest] = await index.search("heron", { k: 5 });
  expect([hit?.id, hit?.repeats, rest]).toEqual(["9 June 2024", 2, []]);
  const weak = { id: "weak", text: HERON.replace("spring", "summer"), at: "1 May 2025" };
  // Words that stand in most pieces tell nothing.
  const others = Array.from({ length: 20 }, (_, at) => ({
    id: `x${at}`,
    text: `summer rain ${at}`,
  }));
  addItems(index, [weak, ...others], "x");
  await index.embed();
  const [found] = await index.search("heron in spring", { k: 5 });
  expect([found?.id, found?.repeats]).toEqual(["9 June 2024", 3]);
});

test("another number, a denial, another order or another person is something else", async () => {
  const long = (end: string): string => `${HERON} and the keeper of the lighthouse ${end}`;
  for (const [left, right] of [
    [long("pays 40 coins for it"), long("pays 50 coins for it")],
    [long("does care about that"), long("doesn't care about that")],
    ["Ann owes money to Ben", "Ben owes money to Ann"],
  ]) {
    using index = await indexOf(said([left ?? "", right ?? ""]));
    expect(index.searchWords("heron Ann money", { k: 5 })).toHaveLength(2);
  }
  const both = (speakers: readonly string[]): readonly AddedItem[] =>
    speakers.map((speaker) => ({ id: speaker, text: HERON, speaker, session: speaker }));
  using people = await indexOf(both(["Ann", "Ben"]));
  expect(people.searchWords("heron", { k: 5 })).toHaveLength(2);
  using roles = await indexOf(both(["user", "assistant"]));
  expect(roles.searchWords("heron", { k: 5 })).toHaveLength(1);
});

test("the same lines in two files of code are two places", async () => {
  using index = await indexOf([]);
  const source = { kind: "code", title: "", hash: "1", project: null, at: null } as const;
  for (const path of ["a.ts", "b.ts"]) index.writer.put({ ...source, path }, [{ text: HERON }]);
  expect(index.searchWords("heron", { k: 5 })).toHaveLength(2);
});

test("with any texts: what is left out is counted, and no two hits are the same", async () => {
  const word = fc.constantFrom("heron", "reeds", "nests", "harbour", "spring", "not", "7");
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((all) => all.join(" "));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 25 }), async (texts) => {
      using index = await indexOf(said(texts));
      const all = index.searchWords("heron", { k: 100, withRepeats: true });
      const hits = index.searchWords("heron", { k: 100 });
      const count = hits.reduce((sum, { repeats = 0 }) => sum + 1 + repeats, 0);
      expect(count).toBe(all.length);
      const shown = hits.map((hit) => hit.text);
      expect(new Set(shown).size).toBe(shown.length);
      const bag = (one: string): string => [...new Set(one.split(" "))].sort().join(" ");
      expect(new Set(shown.map(bag))).toEqual(new Set(all.map((hit) => bag(hit.text))));
    }),
    { numRuns: 40 },
  );
});
