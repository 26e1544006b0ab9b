import { graphemes } from "../text/width.ts";
import type { Composer } from "./composer.ts";

/** Where the next character to the right ends. A mark is one character. */
export function after(composer: Composer, at: number): number {
  const { text } = composer;
  if (at >= text.length) return text.length;
  const mark = markAround(composer, at);
  if (mark !== null) return mark.end;
  if (text[at] === "\n") return at + 1;
  const [first = ""] = graphemes(text.slice(at, lineEnd(text, at)));
  return at + first.length;
}

/** Where the next character to the left begins. */
export function before(composer: Composer, at: number): number {
  const { text } = composer;
  if (at <= 0) return 0;
  const mark = markAround(composer, at - 1);
  if (mark !== null) return mark.start;
  if (text[at - 1] === "\n") return at - 1;
  const last = graphemes(text.slice(lineStart(text, at), at)).at(-1) ?? "";
  return at - last.length;
}

/** The start of the line that `at` is in. */
export function lineStart(text: string, at: number): number {
  // A negative place would mean the first character, not none.
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** The end of the line that `at` is in, before its break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The end of the word to the right: what is no word is jumped over first. */
export function wordAfter(composer: Composer, at: number): number {
  let to = at;
  while (to < composer.text.length && !isWord(composer.text, to)) to = after(composer, to);
  while (to < composer.text.length && isWord(composer.text, to)) to = after(composer, to);
  return to;
}

/** The start of the word to the left. */
export function wordBefore(composer: Composer, at: number): number {
  let to = at;
  while (to > 0 && !isWord(composer.text, before(composer, to))) to = before(composer, to);
  while (to > 0 && isWord(composer.text, before(composer, to))) to = before(composer, to);
  return to;
}

/** The nearest place at or before `at` that is not inside a character or a mark. */
export function snapped(composer: Composer, at: number): number {
  const clamped = Math.max(0, Math.min(at, composer.text.length));
  const mark = markAround(composer, clamped);
  if (mark !== null) return clamped === mark.start ? clamped : mark.start;
  let place = lineStart(composer.text, clamped);
  for (;;) {
    const next = after(composer, place);
    if (next > clamped || next === place) return place;
    place = next;
  }
}

function isWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}\p{M}_]/u.test(text.slice(at, at + 2));
}

function markAround(
  { text, pastes, images }: Composer,
  at: number,
): { readonly start: number; readonly end: number } | null {
  for (const { mark } of [...pastes, ...images]) {
    const start = text.lastIndexOf(mark, at);
    if (start >= 0 && at < start + mark.length) return { start, end: start + mark.length };
  }
  return null;
}
