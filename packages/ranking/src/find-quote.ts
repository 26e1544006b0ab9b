import { findNearQuote } from "./find-near-quote.ts";
import { normaliseQuote } from "./normalise-quote.ts";

export type FoundQuote = {
  readonly start: number;
  readonly end: number;
  /** `exact`: the same but for white space, quotation marks and dashes. `near`: the same words but for a few. */
  readonly how: "exact" | "near";
};

/**
 * Where a quote stands in a source, as offsets into the source; null when it does not stand there. A quote whose
 * numbers or negations differ is never near.
 */
export function findQuote(source: string, quote: string): FoundQuote | null {
  const wanted = normaliseQuote(quote).text;
  if (wanted === "") return null;
  const verbatim = source.indexOf(quote);
  if (verbatim >= 0 && quote.trim() === quote)
    return { start: verbatim, end: verbatim + quote.length, how: "exact" };
  const normalised = normaliseQuote(source);
  const at = normalised.text.indexOf(wanted);
  if (at >= 0) {
    const start = normalised.starts[at];
    const end = normalised.ends[at + wanted.length - 1];
    if (start !== undefined && end !== undefined) return { start, end, how: "exact" };
  }
  return findNearQuote(source, quote);
}
