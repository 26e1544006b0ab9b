import { sentences, stem, terms } from "@squire/ranking";
import type { Span } from "@squire/ranking";
import { lastFirst } from "./recalled.ts";
import type { Recalled } from "./recalled.ts";

/** A sentence that memory holds, and how much of the question it speaks of. */
export type Remark = {
  readonly of: Recalled;
  readonly quote: string;
  readonly score: number;
  /** 0 to 1, by weight. */
  readonly coverage: number;
};

export type RecallWish = {
  /** The words of the question, as they were written. */
  readonly topic: readonly string[];
  /** What was asked before may be meant, not only what was said. */
  readonly withQuestions: boolean;
};

const QUESTION =
  /\?["”)]*$|^(?:what|where|which|who|whose|when|why|how|is|are|was|were|do|does|did|can|could|would|will|should)\b/i;
/** What the user wanted to be shown or told, in the words of an order: it says nothing itself. */
const REQUEST =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|now|then|also|well|please|squire|scout)\b[,!.:\s]*)*(?:explain|describe|show|tell (?:me|us)|list|find|locate|search|look (?:at|for|into|up)|summari[sz]e|outline|compare|count|give (?:me|us)|help (?:me|us)|walk (?:me|us) through|remind (?:me|us)|let (?:me|us) know|i(?:'d| would) like to know|i want to know)\b/i;
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
  { topic, withQuestions }: RecallWish,
): readonly Remark[] {
  const wanted = [...new Set(topic.map(stem))];
  if (wanted.length === 0) return [];
  const heard = recalled.map(hear);
  const weights = weightsOf(wanted, heard);
  const remarks = heard.flatMap((one, at) => {
    const place = 1 - (LAST_SHARE * at) / heard.length;
    return one.spans.flatMap(({ text }, nth): readonly Remark[] => {
      if (!withQuestions && asks(text, one.of)) return [];
      const coverage = coverageOf(text, one, weights);
      if (coverage === 0) return [];
      return [{ of: one.of, quote: quoteFrom(one, nth), coverage, score: coverage * place }];
    });
  });
  return newestOfAlike(remarks);
}

/** Best first; of those that speak of as much of the question the latest, wherever the search has put it. */
function newestOfAlike(remarks: readonly Remark[]): readonly Remark[] {
  const best = new Map<string, number>();
  const alike = ({ coverage }: Remark): string => coverage.toFixed(6);
  for (const one of remarks) best.set(alike(one), Math.max(best.get(alike(one)) ?? 0, one.score));
  return remarks.toSorted(
    (left, right) =>
      (best.get(alike(right)) ?? 0) - (best.get(alike(left)) ?? 0) ||
      Number(alike(right)) - Number(alike(left)) ||
      lastFirst(left.of, right.of) ||
      right.score - left.score,
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

/** An order in a note or in a file is something to know; the user's own was a question. */
function asks(sentence: string, { speaker }: Recalled): boolean {
  return QUESTION.test(sentence) || (speaker === "user" && REQUEST.test(sentence));
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
