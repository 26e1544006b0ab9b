import { matchedRun } from "./matched-run.ts";
import { quoteWords } from "./quote-words.ts";
import type { QuoteWord } from "./quote-words.ts";

/** A shorter quote has to stand there word by word: with few words left, anything is near anything. */
const LEAST_WORDS = 4;
/** What is longer is no quote; and the comparison grows with the square. */
const MOST_WORDS = 400;
/** How many places of the source are looked at closely. */
const MOST_PLACES = 6;
/** How much of the quote has to be there, in its order. */
const NEAR_ENOUGH = 0.85;

type Near = { readonly start: number; readonly end: number; readonly how: "near" };

/** The place whose words are nearly those of the quote, in the same order; null when there is none. */
export function findNearQuote(source: string, quote: string): Near | null {
  const wanted = quoteWords(quote);
  if (wanted.length === 0 || wanted.length > MOST_WORDS) return null;
  const there = quoteWords(source);
  const whole = findSequence(there, wanted);
  if (whole !== null) return near(there, whole, whole + wanted.length - 1);
  if (wanted.length < LEAST_WORDS) return null;
  let best: { readonly share: number; readonly first: number; readonly last: number } | null = null;
  for (const place of likelyPlaces(there, wanted)) {
    const run = matchedRun(there, place, wanted);
    if (run === null || run.share < NEAR_ENOUGH || (best !== null && run.share <= best.share))
      continue;
    best = run;
  }
  return best === null ? null : near(there, best.first, best.last);
}

function near(there: readonly QuoteWord[], first: number, last: number): Near | null {
  const start = there[first]?.start;
  const end = there[last]?.end;
  return start === undefined || end === undefined ? null : { start, end, how: "near" };
}

/** The first place where all words follow each other (Knuth, Morris, Pratt: linear whatever they are). */
function findSequence(there: readonly QuoteWord[], wanted: readonly QuoteWord[]): number | null {
  const fallback = fallbacks(wanted);
  let matched = 0;
  for (let index = 0; index < there.length; index++) {
    const word = there[index]?.word;
    while (matched > 0 && wanted[matched]?.word !== word) matched = fallback[matched - 1] ?? 0;
    if (wanted[matched]?.word === word) matched++;
    if (matched === wanted.length) return index - wanted.length + 1;
  }
  return null;
}

function fallbacks(wanted: readonly QuoteWord[]): readonly number[] {
  const fallback = [0];
  let length = 0;
  for (let index = 1; index < wanted.length; index++) {
    while (length > 0 && wanted[index]?.word !== wanted[length]?.word)
      length = fallback[length - 1] ?? 0;
    if (wanted[index]?.word === wanted[length]?.word) length++;
    fallback.push(length);
  }
  return fallback;
}

/** Where pairs of words of the quote stand: each votes for the place at which the quote would begin. */
function likelyPlaces(
  there: readonly QuoteWord[],
  wanted: readonly QuoteWord[],
): readonly number[] {
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < wanted.length; index++) pairs.set(pairAt(wanted, index), index);
  const width = Math.max(4, Math.ceil(wanted.length / 4));
  const votes = new Map<number, number>();
  for (let index = 0; index + 1 < there.length; index++) {
    const inQuote = pairs.get(pairAt(there, index));
    if (inQuote === undefined) continue;
    const bucket = Math.floor((index - inQuote) / width);
    votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
  }
  const ranked = [...votes].sort((left, right) => right[1] - left[1] || left[0] - right[0]);
  return ranked.slice(0, MOST_PLACES).map(([bucket]) => Math.max(0, bucket * width - width));
}

function pairAt(list: readonly QuoteWord[], index: number): string {
  return `${list[index]?.word} ${list[index + 1]?.word}`;
}
