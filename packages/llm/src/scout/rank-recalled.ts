import { sentences, stem, terms } from "@squire/ranking";
import type { Span } from "@squire/ranking";
import { askingOf } from "./asks-something.ts";
import { lastFirst } from "./recalled.ts";
import type { Recalled } from "./recalled.ts";

/** A sentence that memory holds, and how much of the question it speaks of. */
export type Remark = {
  readonly of: Recalled;
  readonly quote: string;
  readonly score: number;
  /** The score, less where it may have been a question or an order: what comes first. */
  readonly rank: number;
  /** 0 to 1, by weight. */
  readonly coverage: number;
};

export type RecallWish = {
  /** The words of the question, as they were written. */
  readonly topic: readonly string[];
  /** What was asked before may be meant, not only what was said. */
  readonly withQuestions: boolean;
  /** Nobody has asked for memory: what may be an order is left out. */
  readonly isUnasked?: boolean;
};

/** What may have been an order counts so much less, but it may have been said as well. */
const MAY_ASK = 0.8;
/** Of what stands around a sentence so much is taken as said by it. */
const AROUND = 0.7;
/** What a search puts last is worth so much less than its first. */
const LAST_SHARE = 0.25;
const WHOLE = 280;
/** A few hits say little about how rare a word is. */
const RARITY = 0.25;

/** The sentences that speak of the question, best first; of two alike the later one. */
export function rankRecalled(
  recalled: readonly Recalled[],
  { topic, withQuestions, isUnasked = false }: RecallWish,
): readonly Remark[] {
  const wanted = [...new Set(topic.map(stem))];
  if (wanted.length === 0) return [];
  const heard = recalled.map(hear);
  const weights = weightsOf(wanted, heard);
  const remarks = heard.flatMap((one, at) => {
    const place = 1 - (LAST_SHARE * at) / heard.length;
    return one.spans.flatMap(({ text }, nth): readonly Remark[] => {
      const asking = withQuestions ? "says" : askingOf(text, one.of.speaker);
      if (asking === "asks" || (isUnasked && asking === "may ask")) return [];
      const coverage = coverageOf(text, one, weights);
      if (coverage === 0) return [];
      const score = coverage * place;
      const rank = asking === "says" ? score : MAY_ASK * score;
      return [{ of: one.of, quote: quoteFrom(one, nth), coverage, score, rank }];
    });
  });
  return newestOfAlike(remarks);
}

/** Best first; of those that speak of as much of the question the latest, wherever the search has put it. */
function newestOfAlike(remarks: readonly Remark[]): readonly Remark[] {
  const best = new Map<string, number>();
  const alike = ({ coverage, rank, score }: Remark): string =>
    (rank < score ? MAY_ASK * coverage : coverage).toFixed(6);
  for (const one of remarks) best.set(alike(one), Math.max(best.get(alike(one)) ?? 0, one.rank));
  return remarks.toSorted(
    (left, right) =>
      (best.get(alike(right)) ?? 0) - (best.get(alike(left)) ?? 0) ||
      Number(alike(right)) - Number(alike(left)) ||
      lastFirst(left.of, right.of) ||
      right.rank - left.rank,
  );
}

/** Something recalled, taken apart once: it may be as long as a file. */
type Heard = {
  readonly of: Recalled;
  readonly text: string;
  readonly spans: readonly Span[];
  readonly own: ReadonlySet<string>;
  /** With the words of its source. */
  readonly around: ReadonlySet<string>;
};

function hear(of: Recalled): Heard {
  const { text, source } = of;
  const own = new Set(terms(text));
  return { of, text, spans: sentences(text), own, around: new Set([...own, ...terms(source)]) };
}

/** What all hits speak of tells little, but it is never worth nothing. */
function weightsOf(
  wanted: readonly string[],
  heard: readonly Heard[],
): ReadonlyMap<string, number> {
  return new Map(
    wanted.map((term) => {
      const found = heard.filter(({ own }) => own.has(term)).length;
      return [term, 1 + RARITY * Math.log(1 + (heard.length - found + 0.5) / (found + 0.5))];
    }),
  );
}

function coverageOf(
  sentence: string,
  { around }: Heard,
  weights: ReadonlyMap<string, number>,
): number {
  const own = new Set(terms(sentence));
  let covered = 0;
  let all = 0;
  for (const [term, weight] of weights) {
    all += weight;
    covered += own.has(term) ? weight : around.has(term) ? AROUND * weight : 0;
  }
  return covered / all;
}

/** A short text whole; of a long one the sentence with what follows it. */
function quoteFrom({ text, spans }: Heard, nth: number): string {
  if (text.length <= WHOLE) return text;
  const start = spans[nth]?.start ?? 0;
  let end = spans[nth]?.end ?? 0;
  for (let next = nth + 1; next < spans.length; next++) {
    const further = spans[next]?.end ?? 0;
    if (further - start > WHOLE || /\n\s*\n/.test(text.slice(end, further))) break;
    end = further;
  }
  return text.slice(start, end);
}
