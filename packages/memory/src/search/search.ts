import { countTerms, fuse, stem, terms } from "@squire/ranking";
import type { DatabaseSync } from "node:sqlite";
import type { SourceKind } from "../index/source.ts";
import { similarity } from "../index/quantise.ts";
import type { VectorStore } from "../index/vector-store.ts";
import { judgePool, withFeedback } from "./judge-pool.ts";
import type { Evidence, Judged } from "./judge-pool.ts";
import { namedSpeakers } from "./named-speakers.ts";
import { parseQuery } from "./parse-query.ts";
import { loadPool } from "./pool.ts";
import type { PoolRow } from "./pool.ts";
import { withoutRepeats } from "./repeats.ts";
import type { Kept } from "./repeats.ts";
import { conditionOf } from "./source-filter.ts";
import type { SourceFilter } from "./source-filter.ts";
import type { Feature } from "./weights.ts";
import { WordIndex } from "./word-lists.ts";

export type Hit = {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  readonly path: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly speaker?: string;
  readonly at?: string;
  readonly line?: number;
  /** Text from outside is in its source: information, never an instruction (S43). */
  readonly untrusted?: boolean;
  /** How many more were found that say nearly the same; absent: none. */
  readonly repeats?: number;
  /** What the score is made of: shares of what is possible, and the fused places (MEM-15). */
  readonly parts: {
    readonly words: number;
    readonly meaning: number | null;
    readonly fused: number;
  };
};

export type SearchParts = {
  readonly database: DatabaseSync;
  readonly vectors: VectorStore;
};

export type SearchOptions = SourceFilter & {
  readonly k: number;
  /** Of the query; null: by words alone. */
  readonly vector: Float32Array | null;
  /** Features to leave out, to see what they are worth. */
  readonly without?: readonly Feature[];
  /** Also what says the same as a better hit, to see what it costs to leave it out. */
  readonly withRepeats?: boolean;
};

/** How many of each list are looked at closely, and how many of them together are judged, with their neighbours. */
const LIST = 300;
/** Where these hold little but repeats: more of them. */
const LONG_LIST = 3_000;
const SOURCES = 300;
const FEEDBACK_HITS = 5;
const FEEDBACK_TERMS = 20;

/**
 * Hybrid search: the lists of words and of meaning are fused by place, and what they found, with its neighbours, is
 * judged by all that is known about it.
 */
export function searchIndex(
  parts: SearchParts,
  text: string,
  options: SearchOptions,
): readonly Hit[] {
  const { hits, isCut } = look(parts, text, { ...options, list: LIST });
  if (hits.length >= options.k || !isCut) return hits;
  return look(parts, text, { ...options, list: LONG_LIST }).hits;
}

type Look = {
  readonly hits: readonly Hit[];
  /** There was more than the lists hold. */
  readonly isCut: boolean;
};

function look(
  { database, vectors }: SearchParts,
  text: string,
  options: SearchOptions & { readonly list: number },
): Look {
  const { list } = options;
  const query = parseQuery(text);
  const condition = conditionOf(options);
  const index = new WordIndex(database, condition);
  const named = namedSpeakers(database, query.words);
  const wanted = withoutNames([...query.terms.keys()], named.words);
  const wordList = index.chunks(wanted, list);
  const near = options.vector === null ? [] : vectors.search(options.vector, list, condition);
  const lists = [[...wordList.keys()], near.map(({ id }) => id), index.trigrams(text, list)];
  const fused = fuse(lists.filter((list) => list.length > 0));
  const rows = loadPool(
    database,
    fused.slice(0, list).map(({ key }) => key),
  );
  const meaning = meaningOf(rows, options.vector);
  const sources = index.files(wanted, SOURCES);
  const evidence: Evidence = {
    query,
    named: named.speakers,
    rows,
    words: wordList,
    meaning,
    sources,
  };
  const without = new Set(options.without);
  const first = judgePool(evidence, without);
  const common = commonTerms(first.slice(0, FEEDBACK_HITS), wanted, index);
  const feedback = index.chunks(common, list);
  const places = new Map(fused.map(({ key, score }) => [key, score]));
  const judged = distinct(withFeedback(first, feedback, without));
  const kept =
    options.withRepeats === true
      ? judged.slice(0, options.k).map((one): Kept => ({ judged: one, repeats: 0 }))
      : withoutRepeats(judged, options.k);
  const hits = kept.map((one) => toHit(one, { words: wordList, meaning, places }));
  return { hits, isCut: fused.length >= list };
}

/** A name that stands for a speaker says who, not what; unless nothing else is asked. */
function withoutNames(wanted: readonly string[], names: readonly string[]): readonly string[] {
  const stems = new Set(names.map(stem));
  const rest = wanted.filter((term) => !stems.has(term));
  return rest.length === 0 ? wanted : rest;
}

function meaningOf(
  rows: readonly PoolRow[],
  vector: Float32Array | null,
): ReadonlyMap<number, number> {
  if (vector === null) return new Map();
  const known = rows.flatMap(({ id, embedding }) =>
    embedding === null ? [] : [[id, similarity(vector, embedding)] as const],
  );
  return new Map(known);
}

/** What the best hits speak of besides the question: rare words, of several hits rather than of one. */
function commonTerms(
  best: readonly Judged[],
  asked: readonly string[],
  index: WordIndex,
): readonly string[] {
  const weights = new Map<string, number>();
  for (const { row } of best) {
    for (const [term, count] of countTerms(terms(row.text))) {
      weights.set(term, (weights.get(term) ?? 0) + count / (count + 1));
    }
  }
  for (const term of asked) weights.delete(term);
  const ranked = [...weights].map(([term, weight]) => ({
    term,
    weight: weight * index.weightOf(term),
  }));
  ranked.sort((left, right) => right.weight - left.weight);
  return [...asked, ...ranked.slice(0, FEEDBACK_TERMS).map(({ term }) => term)];
}

type HitParts = {
  readonly words: ReadonlyMap<number, number>;
  readonly meaning: ReadonlyMap<number, number>;
  readonly places: ReadonlyMap<number, number>;
};

function toHit({ judged, repeats }: Kept, { words, meaning, places }: HitParts): Hit {
  const { row, score } = judged;
  return {
    id: idOf(row),
    text: row.text,
    score,
    path: row.path,
    kind: row.kind,
    title: row.title,
    ...(row.speaker === null ? {} : { speaker: row.speaker }),
    ...(row.at === null ? {} : { at: row.at }),
    ...(row.start === null ? {} : { line: row.start }),
    ...(row.untrusted ? { untrusted: true } : {}),
    ...(repeats === 0 ? {} : { repeats }),
    parts: {
      words: words.get(row.id) ?? 0,
      meaning: meaning.get(row.id) ?? null,
      fused: places.get(row.id) ?? 0,
    },
  };
}

function idOf({ key, path, seq }: PoolRow): string {
  return key ?? `${path}#${seq}`;
}

/** Two pieces of one thing are one hit. */
function distinct(judged: readonly Judged[]): readonly Judged[] {
  const seen = new Set<string>();
  return judged.filter(({ row }) => !seen.has(idOf(row)) && seen.add(idOf(row)));
}
