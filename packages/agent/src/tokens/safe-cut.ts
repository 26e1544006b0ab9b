/**
 * The last place at or before `at` where a text can be cut without breaking a character as people
 * see it: no half surrogate pair, no accent without its letter, no half of a joined emoji.
 */
export function cutBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlain(text, at)) return at;
  const start = wholeStart(text, Math.max(0, at - REACH));
  for (const end of boundaries(text, start, at).toReversed())
    if (end <= at && end > start) return end;
  // A single character longer than the reach: at least its surrogates stay together.
  return wholeStart(text, at);
}

/** As `cutBefore`, but the first such place at or after `at`. */
export function cutAfter(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlain(text, at)) return at;
  const start = wholeStart(text, Math.max(0, at - REACH));
  const next = boundaries(text, start, at).find((end) => end >= at);
  return next ?? Math.min(text.length, at + (isLow(text, at) ? 1 : 0));
}

/** Longer characters exist only where somebody piles up accents. */
const REACH = 64;

/** Nothing but two ASCII characters, which never belong together, except for a line's end. */
function isPlain(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const behind = text.charCodeAt(at);
  return before < 0x80 && behind < 0x80 && !(before === 0x0d && behind === 0x0a);
}

function boundaries(text: string, start: number, at: number): number[] {
  const end = Math.min(text.length, at + REACH);
  const segments = new Intl.Segmenter("en").segment(text.slice(start, end));
  const found = Array.from(segments, ({ index, segment }) => start + index + segment.length);
  // Where the window ends the last character may go on.
  return end === text.length ? found : found.slice(0, -1);
}

function wholeStart(text: string, at: number): number {
  return isLow(text, at) ? at - 1 : at;
}

/** Between the two halves of a pair. */
function isLow(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const behind = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && behind >= 0xdc00 && behind <= 0xdfff;
}
