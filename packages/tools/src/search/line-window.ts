import { KEPT_LINE_BYTES } from "./query.ts";

/** A match this far into a line is still seen when the line is shown from its beginning. */
const NEAR_BYTES = 300;
/** What is shown of a long line before a match far inside it. */
const LEAD_BYTES = 200;
/** Only in files up to this size: finding the place again must stay cheap. */
export const MOST_WINDOW_BYTES = 8 * 1024 * 1024;

/** Whether a line is so long that a match in it may lie behind what is shown. */
export function isLong(bytes: Uint8Array): boolean {
  return bytes.length > NEAR_BYTES + LEAD_BYTES;
}

/** The part of a line that is kept, given where the match begins. */
export function lineWindow(
  line: Uint8Array,
  matchAt: number,
): { readonly bytes: Uint8Array; readonly skipped: number } {
  let start = isLong(line) && matchAt > NEAR_BYTES ? matchAt - LEAD_BYTES : 0;
  // Not in the middle of a character.
  while (start > 0 && ((line[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return { bytes: line.slice(start, start + KEPT_LINE_BYTES), skipped: start };
}
