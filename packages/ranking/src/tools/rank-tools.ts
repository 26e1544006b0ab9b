import type { Ranked } from "../bm25.ts";
import { countTerms } from "../bm25.ts";
import { stem } from "../stem.ts";
import { isStopWord } from "../stop-words.ts";
import { words } from "../words.ts";
import { isRequestWord } from "./request-words.ts";
import { toolFields } from "./tool-fields.ts";
import type { DescribedTool, ToolFields } from "./tool-fields.ts";

export type ToolRanker = {
  /** The tools that share words with what is asked for, by their place in the list, best first. */
  rank(request: string): readonly Ranked[];
};

/** What a word counts by where it stands; the judge `bfcl` measures what they give together. */
const WEIGHTS: Readonly<Record<keyof ToolFields, number>> = {
  name: 6,
  purpose: 2,
  description: 1,
  parameters: 1,
  choices: 1,
  explanations: 0.5,
};
const FIELDS = Object.keys(WEIGHTS) as readonly (keyof ToolFields)[];
/** How soon a repeated word stops counting: in a tool, and in a request. */
const K1 = 1.2;
const REQUEST_K = 3;
/** How much a long field is held against itself. */
const B = 0.75;
/** Rare words count a little less than usual: a request is full of names that a tool has by chance. */
const RARITY = 0.7;
/** Two words side by side, besides what each of them counts. */
const PAIR = 0.3;

/** Ranks tools for a request by words: BM25 over weighted fields, rarity among these very tools. */
export function toolRanker(tools: readonly DescribedTool[]): ToolRanker {
  const postings = invert(tools.map(toolFields));
  const rarity = (found: number): number =>
    Math.log(1 + (tools.length - found + 0.5) / (found + 0.5)) ** RARITY;
  return {
    rank(request) {
      const scores = new Map<number, number>();
      for (const [term, weight] of weighRequest(request)) {
        const posting = postings.get(term);
        if (posting === undefined) continue;
        const most = weight * rarity(posting.size) * (K1 + 1);
        for (const [tool, count] of posting) {
          scores.set(tool, (scores.get(tool) ?? 0) + (most * count) / (count + K1));
        }
      }
      // Equal scores keep the order of the tools, so that the same input gives the same answer.
      return [...scores]
        .map(([index, score]) => ({ index, score }))
        .sort((left, right) => right.score - left.score || left.index - right.index);
    },
  };
}

/** How much of each term a tool has, by the tool's place. */
type Posting = Map<number, number>;

function invert(tools: readonly ToolFields[]): ReadonlyMap<string, Posting> {
  const postings = new Map<string, Posting>();
  for (const field of FIELDS) {
    const found = tools.map((tool) => termsOf(tool[field], isStopWord));
    const average = Math.max(1, sum(found.map(({ length }) => length)) / Math.max(1, found.length));
    for (const [tool, list] of found.entries()) {
      const worth = WEIGHTS[field] / (1 - B + (B * list.length) / average);
      for (const [term, count] of countTerms([...list, ...pairsOf(list)])) {
        const posting = postings.get(term) ?? new Map<number, number>();
        posting.set(tool, (posting.get(tool) ?? 0) + worth * count);
        postings.set(term, posting);
      }
    }
  }
  return postings;
}

function weighRequest(request: string): ReadonlyMap<string, number> {
  const list = termsOf(request, (word) => isStopWord(word) || isRequestWord(word));
  const weights = new Map<string, number>();
  for (const [term, count] of countTerms(list)) {
    weights.set(term, ((REQUEST_K + 1) * count) / (REQUEST_K + count));
  }
  for (const pair of pairsOf(list)) weights.set(pair, PAIR);
  return weights;
}

function termsOf(text: string, isLeftOut: (word: string) => boolean): readonly string[] {
  return words(text).flatMap((word) => (isLeftOut(word) ? [] : stem(word)));
}

/** No word has a space: a pair is never taken for one. */
function pairsOf(list: readonly string[]): readonly string[] {
  return list.slice(1).map((term, place) => `${list[place]} ${term}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
