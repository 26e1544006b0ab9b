const MAX_CHARS = 600;

/** A vendor's text as part of one sentence: no control characters, no line breaks, not endless. */
export function excerpt(text: string, max: number = MAX_CHARS): string {
  // Cut first: the text may be megabytes long, and spaces that collapse are rare.
  // oxlint-disable-next-line no-control-regex
  const line = text.slice(0, max * 4).replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g, " ");
  const trimmed = line.trim();
  return trimmed.length <= max
    ? wellFormedEnd(trimmed)
    : `${wellFormedEnd(trimmed.slice(0, max - 1))}…`;
}

/** A cut may leave half a surrogate pair behind. */
function wellFormedEnd(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
