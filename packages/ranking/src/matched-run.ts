import { isDecisive } from "./quote-words.ts";
import type { QuoteWord } from "./quote-words.ts";

export type MatchedRun = { readonly share: number; readonly first: number; readonly last: number };

/**
 * The longest common subsequence of a quote with the words of a source from a place on. Null when a number or a negation
 * stands on one side only.
 */
export function matchedRun(
  there: readonly QuoteWord[],
  place: number,
  wanted: readonly QuoteWord[],
): MatchedRun | null {
  const room = Math.min(there.length, place + wanted.length * 2 + 8) - place;
  const window = there.slice(place, place + room);
  const pairs = commonPairs(window, wanted);
  const first = pairs[0];
  const last = pairs.at(-1);
  if (first === undefined || last === undefined) return null;
  const inSource = new Set(pairs.map((pair) => pair.inSource));
  const inQuote = new Set(pairs.map((pair) => pair.inQuote));
  const missing = wanted.some((word, index) => !inQuote.has(index) && isDecisive(word.word));
  const between = window.slice(first.inSource, last.inSource + 1);
  const added = between.some(
    (word, index) => !inSource.has(index + first.inSource) && isDecisive(word.word),
  );
  if (missing || added) return null;
  const size = Math.max(wanted.length, between.length);
  return { share: pairs.length / size, first: place + first.inSource, last: place + last.inSource };
}

type Pair = { readonly inSource: number; readonly inQuote: number };

function commonPairs(window: readonly QuoteWord[], wanted: readonly QuoteWord[]): readonly Pair[] {
  const width = wanted.length + 1;
  const lengths = new Uint16Array((window.length + 1) * width);
  for (let row = window.length - 1; row >= 0; row--) {
    for (let column = wanted.length - 1; column >= 0; column--) {
      const same = window[row]?.word === wanted[column]?.word;
      lengths[row * width + column] = same
        ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
        : Math.max(
            lengths[(row + 1) * width + column] ?? 0,
            lengths[row * width + column + 1] ?? 0,
          );
    }
  }
  const pairs: Pair[] = [];
  let row = 0;
  let column = 0;
  while (row < window.length && column < wanted.length) {
    if (window[row]?.word === wanted[column]?.word)
      pairs.push({ inSource: row++, inQuote: column++ });
    else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
      row++;
    else column++;
  }
  return pairs;
}
