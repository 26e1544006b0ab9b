import { terms } from "./terms.ts";

export type Bm25Options = {
  /** How soon a repeated word stops counting. */
  readonly k1?: number;
  /** How much a long document is held against itself: 0 not at all, 1 fully. */
  readonly b?: number;
  /** How a text becomes terms; documents and queries alike. */
  readonly terms?: (text: string) => readonly string[];
};

export type Ranked = { readonly index: number; readonly score: number };

export type Bm25 = {
  /** The best `k` documents by their place in the list, best first; none that shares no term with the query. */
  search(query: string, k: number): readonly Ranked[];
  /** The same for weighted terms, for a caller that expands the query. */
  searchTerms(query: ReadonlyMap<string, number>, k: number): readonly Ranked[];
  /** How rare a term is; 0 for one that no document holds. */
  weightOf(term: string): number;
};

type Posting = { readonly documents: number[]; readonly counts: number[] };

/** BM25 over texts in memory. A term that the query repeats counts as often as it stands there. */
export function bm25(documents: readonly string[], options: Bm25Options = {}): Bm25 {
  const { k1 = 1.2, b = 0.75 } = options;
  const termsOf = options.terms ?? terms;
  const { postings, lengths } = invert(documents, termsOf);
  const average = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
  );
  const norms = lengths.map((length) => k1 * (1 - b + (b * length) / average));
  const weightOf = (term: string): number => {
    const found = postings.get(term)?.documents.length ?? 0;
    return found === 0 ? 0 : Math.log(1 + (documents.length - found + 0.5) / (found + 0.5));
  };
  const searchTerms = (query: ReadonlyMap<string, number>, k: number): readonly Ranked[] => {
    const scores = new Map<number, number>();
    for (const [term, times] of query) {
      const posting = postings.get(term);
      if (posting === undefined) continue;
      const weight = times * weightOf(term) * (k1 + 1);
      posting.documents.forEach((document, place) => {
        const count = posting.counts[place] ?? 0;
        const part = (weight * count) / (count + (norms[document] ?? 0));
        scores.set(document, (scores.get(document) ?? 0) + part);
      });
    }
    return best(scores, k);
  };
  return {
    weightOf,
    searchTerms,
    search: (query, k) => searchTerms(countTerms(termsOf(query)), k),
  };
}

function invert(documents: readonly string[], termsOf: (text: string) => readonly string[]) {
  const postings = new Map<string, Posting>();
  const lengths = documents.map((document, index) => {
    const found = termsOf(document);
    for (const [term, count] of countTerms(found)) {
      const posting = postings.get(term) ?? { documents: [], counts: [] };
      posting.documents.push(index);
      posting.counts.push(count);
      postings.set(term, posting);
    }
    return found.length;
  });
  return { postings, lengths };
}

/** How often each term stands in a list. */
export function countTerms(found: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Equal scores keep the order of the documents, so that the same input gives the same answer. */
function best(scores: ReadonlyMap<number, number>, k: number): readonly Ranked[] {
  const ranked = [...scores].map(([index, score]) => ({ index, score }));
  ranked.sort((left, right) => right.score - left.score || left.index - right.index);
  return ranked.slice(0, Math.max(0, k));
}
