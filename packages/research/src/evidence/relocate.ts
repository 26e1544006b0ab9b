import { findQuote } from "@squire/ranking";
import { lineAt } from "./check-quote.ts";

/** A place in a file, with the words that stood there. */
export type CitedPlace = {
  readonly quote: string;
  /** From 1. */
  readonly line: number;
};

export type Relocated =
  | { readonly status: "same"; readonly line: number }
  | { readonly status: "moved"; readonly line: number }
  /** Nearly the same words. */
  | { readonly status: "near"; readonly line: number }
  | { readonly status: "gone"; readonly line: null };

/** Where cited lines stand in a file as it is now: lines move when others come and go above them (LOOP-25). */
export function relocate({ quote, line }: CitedPlace, text: string): Relocated {
  const wanted = quote.split("\n").map((one) => one.trim());
  const lines = text.split("\n").map((one) => one.trim());
  const places = placesOf(wanted, lines);
  if (places.includes(line)) return { status: "same", line };
  const [nearest] = places.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line));
  if (nearest !== undefined) return { status: "moved", line: nearest };
  const found = quote.trim() === "" ? null : findQuote(text, quote);
  return found === null
    ? { status: "gone", line: null }
    : { status: "near", line: lineAt(text, found.start) };
}

/** An empty line stands anywhere and says nothing: it is only where it was. */
function placesOf(wanted: readonly string[], lines: readonly string[]): readonly number[] {
  const [first = ""] = wanted;
  return lines.flatMap((line, at) => {
    if (line !== first) return [];
    return wanted.every((one, next) => lines[at + next] === one) ? [at + 1] : [];
  });
}
