import { sentences, stem, terms } from "@squire/ranking";
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
  const weights = weightsOf(wanted, recalled);
  const remarks = recalled.flatMap((of, at) => {
    const place = 1 - (LAST_SHARE * at) / recalled.length;
    return sentences(of.text)
      .filter(({ text }) => withQuestions || !QUESTION.test(text.trim()))
      .map(({ text, start }): Remark => {
        const coverage = coverageOf(text, of, weights);
        return { of, quote: quoteFrom(of.text, start, text), coverage, score: coverage * place };
      });
  });
  return remarks
    .filter(({ coverage }) => coverage > 0)
    .sort((left, right) => right.score - left.score || lastFirst(left.of, right.of));
}

/** What all hits speak of tells little, but it is never worth nothing. */
function weightsOf(
  wanted: readonly string[],
  recalled: readonly Recalled[],
): ReadonlyMap<string, number> {
  const texts = recalled.map(({ text }) => new Set(terms(text)));
  return new Map(
    wanted.map((term) => {
      const found = texts.filter((text) => text.has(term)).length;
      return [term, 1 + RARITY * Math.log(1 + (texts.length - found + 0.5) / (found + 0.5))];
    }),
  );
}

function coverageOf(
  sentence: string,
  { text, source }: Recalled,
  weights: ReadonlyMap<string, number>,
): number {
  const own = new Set(terms(sentence));
  const around = new Set([...terms(text), ...terms(source)]);
  let covered = 0;
  let all = 0;
  for (const [term, weight] of weights) {
    all += weight;
    covered += own.has(term) ? weight : around.has(term) ? AROUND * weight : 0;
  }
  return covered / all;
}

/** A short text whole; of a long one the sentence with what follows it. */
function quoteFrom(text: string, start: number, sentence: string): string {
  if (text.length <= WHOLE) return text;
  let quote = sentence;
  for (const next of sentences(text.slice(start)).slice(1)) {
    const longer = text.slice(start, start + next.end);
    if (longer.length > WHOLE || /\n\s*\n/.test(longer)) break;
    quote = longer;
  }
  return quote.trim();
}
