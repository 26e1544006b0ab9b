import type { CitationStatus } from "@squire/protocol";
import { findQuote } from "@squire/ranking";
import { plainMarkdown } from "../sources/plain-markdown.ts";

export type CheckedQuote = {
  readonly status: CitationStatus;
  /** Offsets in the text; null where it does not stand there. */
  readonly start: number | null;
  readonly end: number | null;
};

/** Whether a quote stands in a text (RES-8). No text: it could not be had. No model is asked. */
export function checkQuote(text: string | null, quote: string): CheckedQuote {
  if (text === null) return { status: "unreachable", start: null, end: null };
  const found = findQuote(text, quote) ?? findInMarkdown(text, quote);
  if (found === null) return { status: "missing", start: null, end: null };
  const { start, end, how } = found;
  return { status: how === "exact" ? "verified" : "near", start, end };
}

/** Whoever reads a page quotes its words, not its marks. */
function findInMarkdown(text: string, quote: string): ReturnType<typeof findQuote> {
  const plain = plainMarkdown(text);
  const words = plainMarkdown(quote).text;
  if (plain.text === text && words === quote) return null;
  const found = findQuote(plain.text, words);
  if (found === null) return null;
  const start = plain.starts[found.start] ?? 0;
  const end = (plain.starts[found.end - 1] ?? text.length - 1) + 1;
  return { start, end, how: found.how };
}

/** The line a place is in, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
  }
  return line;
}
