import { isStopWord } from "../stop-words.ts";
import { terms } from "../terms.ts";
import { namesIn } from "./names.ts";
import { mentions, readDocument, runOf } from "./source-document.ts";
import type { ReadDocument, Search } from "./source-document.ts";

export type RankedDocument = { readonly document: ReadDocument; readonly score: number };

/** How much each sign counts. Round figures: nothing here is fitted to a set of questions. */
const WEIGHTS = { question: 1, title: 1, name: 0.5, link: 0.5, bridge: 0.6 };
/** How flat the ranks of a search are: with 4 the fifth place counts little more than half of the first. */
const FLAT = { question: 4, name: 2 };

type Seen = {
  readonly document: ReadDocument;
  /** Search → place in it, from 1. */
  readonly places: Map<number, number>;
};

/**
 * Documents for a question that may need two of them. The first of `searches` asked the question
 * itself, the others were for names: of the question, and of what was found at first. A document
 * counts by its places, by its title standing in the question, and by good documents that mention it.
 */
export function rankDocuments(
  question: string,
  searches: readonly Search[],
): readonly RankedDocument[] {
  const seen = gather(searches);
  const wanted = new Set(terms(question));
  const own = new Set(namesIn(question).map(runOf));
  const isOwn = searches.map(({ query }) => own.has(runOf(query)));
  const based = seen.map((one) => ({ ...one, base: baseScore(one, question, searches, isOwn) }));
  const scored = based.map((one) => {
    const share = shareOf(wanted, one.document);
    const link = linkScore(one, based);
    const bridge = bridgeScore(one, searches, isOwn);
    const score =
      one.base + WEIGHTS.link * link * (0.4 + 0.6 * share) + WEIGHTS.bridge * bridge * share;
    return { document: one.document, score };
  });
  // Equal scores keep the order in which they were found.
  return scored.sort((left, right) => right.score - left.score);
}

function gather(searches: readonly Search[]): readonly Seen[] {
  const seen = new Map<string, Seen>();
  searches.forEach(({ hits }, which) => {
    hits.forEach((hit, at) => {
      const known = seen.get(hit.place) ?? { document: readDocument(hit), places: new Map() };
      seen.set(hit.place, known);
      if (!known.places.has(which)) known.places.set(which, at + 1);
    });
  });
  return [...seen.values()];
}

function byPlace(place: number | undefined, flat: number): number {
  return place === undefined ? 0 : (flat + 1) / (flat + place);
}

/** What a document is worth by itself. */
function baseScore(
  { document, places }: Seen,
  question: string,
  searches: readonly Search[],
  isOwn: readonly boolean[],
): number {
  const { titleRun } = document;
  const title = titleRun.trim();
  const isAsked = title !== "" && !isStopWord(title) && runOf(question).includes(titleRun);
  const names = searches.map(({ query }, which) =>
    which > 0 && isOwn[which] === true
      ? byPlace(places.get(which), FLAT.name) * (runOf(query) === titleRun ? 1 : 0.6)
      : 0,
  );
  return (
    WEIGHTS.question * byPlace(places.get(0), FLAT.question) +
    WEIGHTS.title * (isAsked ? 1 : 0) +
    WEIGHTS.name * Math.max(0, ...names)
  );
}

/** A good document that mentions this one, or that this one mentions, speaks for it. */
function linkScore(one: Seen, all: readonly (Seen & { readonly base: number })[]): number {
  let best = 0;
  for (const other of all) {
    if (other.document === one.document || other.base <= best) continue;
    if (mentions(other.document.textRun, one.document)) best = other.base;
    else if (mentions(one.document.textRun, other.document))
      best = Math.max(best, 0.7 * other.base);
  }
  return best;
}

/** Found by a name that stood in what was found before. */
function bridgeScore(
  { document, places }: Seen,
  searches: readonly Search[],
  isOwn: readonly boolean[],
): number {
  const found = searches.map(({ query }, which) =>
    which > 0 && isOwn[which] === false
      ? byPlace(places.get(which), FLAT.name) * (runOf(query) === document.titleRun ? 1 : 0.4)
      : 0,
  );
  return Math.max(0, ...found);
}

export function shareOf(
  wanted: ReadonlySet<string>,
  { terms: own }: Pick<ReadDocument, "terms">,
): number {
  let found = 0;
  for (const term of wanted) if (own.has(term)) found++;
  return wanted.size === 0 ? 0 : found / wanted.size;
}
