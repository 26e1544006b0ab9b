import { oneLine } from "../exchange/plain-text.ts";
import type { Term } from "./query.ts";

/** One line of a text around what was found. `marks` are the places of the terms in `text`. */
export type Snippet = {
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
};

const BEFORE = 60;
const SNIPPET_CHARS = 200;

export function snippetOf(content: string, terms: readonly Term[]): Snippet {
  const pattern = patternOf(terms);
  const found = pattern === null ? -1 : content.search(pattern);
  const start = found <= BEFORE ? 0 : startOfWord(content, found - BEFORE);
  const part = content.slice(start, start + 4 * SNIPPET_CHARS);
  const text = (start > 0 ? "… " : "") + oneLine(part, SNIPPET_CHARS);
  const marks = pattern === null ? [] : [...text.matchAll(pattern)];
  return {
    text,
    marks: marks.map(({ 0: match, index }) => [index, index + match.length] as const),
  };
}

/** The words of the terms in any case; null when there are none. */
function patternOf(terms: readonly Term[]): RegExp | null {
  const words = terms.flatMap(({ text }) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
  if (words.length === 0) return null;
  // Only letters and digits, so that nothing needs to be escaped.
  return new RegExp(words.sort((a, b) => b.length - a.length).join("|"), "giu");
}

function startOfWord(content: string, from: number): number {
  const space = content.indexOf(" ", from);
  return space === -1 || space > from + BEFORE ? from : space + 1;
}
