import { bm25, sentences } from "@squire/ranking";
import type { OpenedSource } from "../sources/source.ts";
import type { NewNote } from "./notebook.ts";

const MOST_NOTES = 8;
const PER_SOURCE = 2;
const QUOTE_CHARS = { least: 30, most: 600 };

/**
 * Notes for a model that opened sources and noted nothing, or was cut off before it could: the sentences that fit the
 * question best. Deterministic.
 */
export function autoNotes(question: string, sources: readonly OpenedSource[]): readonly NewNote[] {
  const candidates = sources.flatMap(({ place, title, text }) =>
    sentences(text)
      .filter(({ text: { length } }) => length >= QUOTE_CHARS.least && length <= QUOTE_CHARS.most)
      .map(({ text: quote }) => ({ quote, place, title })),
  );
  const ranked = bm25(candidates.map(({ quote, title }) => `${title} ${quote}`)).search(
    question,
    MOST_NOTES * 4,
  );
  const used = new Map<string, number>();
  return ranked
    .flatMap(({ index }) => candidates[index] ?? [])
    .filter(({ place }) => {
      const count = (used.get(place) ?? 0) + 1;
      used.set(place, count);
      return count <= PER_SOURCE;
    })
    .slice(0, MOST_NOTES)
    .map(({ quote, place }) => ({ claim: quote.replaceAll(/\s+/g, " "), quote, source: place }));
}
