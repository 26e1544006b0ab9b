import { countTerms, terms, words } from "@squire/ranking";
import { datesIn } from "./dates.ts";
import type { PartialDate } from "./dates.ts";

/** A question as the index understands it. */
export type ParsedQuery = {
  readonly text: string;
  /** Stems and how often they stand there. */
  readonly terms: ReadonlyMap<string, number>;
  /** All words, folded, for names. */
  readonly words: readonly string[];
  readonly asksWhen: boolean;
  readonly asksHowMany: boolean;
  readonly asksLatest: boolean;
  /** Days, months and years it speaks of. */
  readonly dates: readonly PartialDate[];
};

const WHEN =
  /\bwhen\b|\b(?:what|which) (?:year|month|date|day|time|week)\b|\bhow (?:long|recently)\b/i;
const HOW_MANY = /\bhow (?:many|often|much)\b/i;
const LATEST =
  /\b(?:latest|newest|most recent(?:ly)?|last time|currently|right now|these days|nowadays)\b/i;

export function parseQuery(text: string): ParsedQuery {
  return {
    text,
    terms: countTerms(terms(text)),
    words: words(text),
    asksWhen: WHEN.test(text),
    asksHowMany: HOW_MANY.test(text),
    asksLatest: LATEST.test(text),
    dates: datesIn(text),
  };
}
