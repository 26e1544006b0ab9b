import type { Part } from "./ask.ts";

/** What an answer of some kind looks like. */
export type Aspect = { readonly factor: number; test(text: string): boolean };

const DATE =
  /\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/i;
/** A figure; the 12 of `PROV-12` is none. */
const NUMBER = /(?<![\w-])\d[\d_,.]*\b/;
const LIMIT =
  /\b(?:max|min|most|least|limit|cap|bound|budget|attempts?|times?|timeout|tries|retries|seconds|ms|bytes|chars|at most|up to|default)/i;

const CONDITION = /\b(?:when|if|after|once|until|unless|as soon as|before|whenever)\b/i;

/** What the answer to a part should have in it; null when anything will do. */
export function aspectsOf({ kind, text }: Pick<Part, "kind" | "text">): Aspect | null {
  if (kind === "when") return { factor: 2, test: (said) => DATE.test(said) };
  if (/^when\b/i.test(text)) return { factor: 1.3, test: (said) => CONDITION.test(said) };
  if (kind === "count" || /^how (?:long|often|large|big|old|far|fast|high)\b/i.test(text)) {
    return { factor: 1.5, test: (said) => NUMBER.test(said) || NUMBER_WORD.test(said) };
  }
  if (/\b(?:limits?|bounds?|maximum|minimum|caps?|thresholds?|timeouts?|budgets?)\b/i.test(text)) {
    return { factor: 2.2, test: (said) => NUMBER.test(said) && LIMIT.test(spread(said)) };
  }
  if (/\b(?:costs?|price|prices|pay|paid|rent|fee|fees|expensive|cheap)\b/i.test(text)) {
    return { factor: 1.8, test: (said) => NUMBER.test(said) };
  }
  if (/\bdefaults?\b/i.test(text)) return { factor: 1.5, test: (said) => /default|=/i.test(said) };
  if (/^who\b/i.test(text))
    return { factor: 1.2, test: (said) => /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(said) };
  return null;
}

const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|once|twice)\b/i;

/** `maxMs` has the word max in it. */
function spread(text: string): string {
  return text.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
}
