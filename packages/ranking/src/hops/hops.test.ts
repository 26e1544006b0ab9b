import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bm25 } from "../bm25.ts";
import { sentences } from "../sentences.ts";
import { chooseSentences } from "./choose-sentences.ts";
import { namesIn } from "./names.ts";
import { bridgeQueries, nameQueries } from "./next-queries.ts";
import { rankDocuments } from "./rank-documents.ts";
import type { Search, SourceDocument } from "./source-document.ts";

const DOCUMENTS: readonly SourceDocument[] = [
  {
    place: "rovers.md",
    title: "Northby Rovers",
    text: "The Northby Rovers were a hockey team. They played their home games at the Copper Hall. They were dissolved in 1988.",
  },
  {
    place: "hall.md",
    title: "Copper Hall",
    text: "The Copper Hall is an arena in Northby. It has 4,200 seats. It was built in 1961.",
  },
  {
    place: "iron.md",
    title: "Iron Hall",
    text: "The Iron Hall is an arena where people can seat themselves at home games.",
  },
  {
    place: "team.md",
    title: "Team",
    text: "A team plays games at home. How many people play differs.",
  },
  {
    place: "anna.md",
    title: "Anna Berg",
    text: "Anna Berg was a painter from Lund. She died in 1920.",
  },
  {
    place: "olga.md",
    title: "Olga Holm",
    text: "Olga Holm was a sculptor born in Oslo. She taught drawing.",
  },
];
const index = bm25(DOCUMENTS.map(({ title, text }) => `${title}\n${text}`));

function search(query: string): Search {
  return { query, hits: index.search(query, 5).flatMap(({ index: at }) => DOCUMENTS[at] ?? []) };
}

function gather(question: string): readonly Search[] {
  const first = [search(question), ...nameQueries(question).map(search)];
  return [...first, ...bridgeQueries(question, first).map(search)];
}

describe("questions that need two documents", () => {
  const BRIDGE = "How many seats has the arena where the Northby Rovers played their home games?";

  test("the name that joins two documents is found in the first and searched for", () => {
    const first = [search(BRIDGE), ...nameQueries(BRIDGE).map(search)];
    expect(bridgeQueries(BRIDGE, first)).toContain("Copper Hall");
  });

  test("both documents come first, and a sentence of each is chosen", () => {
    const ranked = rankDocuments(BRIDGE, gather(BRIDGE));
    const top = ranked.slice(0, 2).map(({ document }) => document.place);
    expect(new Set(top)).toEqual(new Set(["rovers.md", "hall.md"]));
    const chosen = chooseSentences(BRIDGE, ranked).map(({ text }) => text);
    expect(chosen).toContain("They played their home games at the Copper Hall.");
    expect(chosen).toContain("It has 4,200 seats.");
  });

  test("a comparison takes a sentence about each side", () => {
    const question = "Were Anna Berg and Olga Holm both painters?";
    const chosen = chooseSentences(question, rankDocuments(question, gather(question)));
    expect(new Set(chosen.map(({ document }) => document.place))).toEqual(
      new Set(["anna.md", "olga.md"]),
    );
  });

  test("a heading is not a sentence", () => {
    const question = "What is the Copper Hall?";
    const hall = {
      place: "h.md",
      title: "Copper Hall",
      text: "# Copper Hall\n\nThe Copper Hall is an arena.",
    };
    const chosen = chooseSentences(
      question,
      rankDocuments(question, [{ query: question, hits: [hall] }]),
    );
    expect(chosen.map(({ text }) => text)).toEqual(["The Copper Hall is an arena."]);
  });

  test("a title on the line above is not part of the sentence", () => {
    const question = "What is the Copper Hall?";
    const hall = {
      place: "h.txt",
      title: "Copper Hall",
      text: "Copper Hall\nThe Copper Hall is an arena.",
    };
    const ranked = rankDocuments(question, [{ query: question, hits: [hall] }]);
    expect(chooseSentences(question, ranked)).toMatchObject([
      { text: "The Copper Hall is an arena.", start: 12, end: 40 },
    ]);
  });

  test("nothing found, nothing chosen", () => {
    expect(chooseSentences("Who?", rankDocuments("Who?", []))).toEqual([]);
    expect(bridgeQueries("Who?", [])).toEqual([]);
  });
});

describe("names", () => {
  test("quoted titles and words with capitals, without how a question begins", () => {
    expect(namesIn('What screenwriter of "Evolution" co-wrote a film with Téa Leoni?')).toEqual([
      "Evolution",
      "Téa Leoni",
    ]);
    expect(namesIn("Are Ferocactus and Silene both plants?")).toEqual([
      "Ferocactus and Silene",
      "Ferocactus",
      "Silene",
    ]);
    expect(namesIn("The University of Lund is old. It has trees.")).toEqual(["University of Lund"]);
  });

  test("of two joined names the parts are searched for", () => {
    expect(nameQueries("Were Ed Wood and Tim Burton friends?")).toEqual(["Ed Wood", "Tim Burton"]);
  });
});

const text = fc
  .array(
    fc.constantFrom("Copper Hall", "the river", "Anna", "is", "old", "in 1920", "and", "seats"),
    { maxLength: 12 },
  )
  .map((parts) => `${parts.join(" ")}.`);
const document = fc.record({ place: fc.constantFrom("a", "b", "c", "d"), title: text, text });
const searches = fc.array(fc.record({ query: text, hits: fc.array(document, { maxLength: 5 }) }), {
  maxLength: 4,
});

test("whatever was found: each document once, every choice stands in its document, twice the same", () => {
  fc.assert(
    fc.property(text, searches, (question, found) => {
      const ranked = rankDocuments(question, found);
      const places = ranked.map(({ document: one }) => one.place);
      expect(new Set(places).size).toBe(places.length);
      const chosen = chooseSentences(question, ranked);
      for (const { document: one, text: said, start, end } of chosen) {
        expect(one.text.slice(start, end)).toBe(said);
        expect(sentences(one.text).some((span) => span.start === start)).toBe(true);
      }
      expect(chooseSentences(question, rankDocuments(question, found))).toEqual(chosen);
    }),
    { numRuns: 200 },
  );
});
