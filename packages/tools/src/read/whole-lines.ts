import { estimateTokens, RESULT_CAPS } from "@squire/agent";
import { MOST_LINE_CHARS } from "./view-to-model.ts";
import type { TextView } from "./view.ts";

/** For the notes below the lines. */
const SPARE_CHARS = 400;
const SPARE_TOKENS = 120;
/** What stands before a line: its number, and the anchor of some edit variants. */
const MARGIN_CHARS = 12;

/**
 * As many whole lines as a result holds (LOOP-12). A longer one would be cut in its middle; what is
 * left out at the end can be read with an offset.
 */
export function wholeLines(view: TextView): TextView {
  const { lines, bytes } = view;
  // No text has more tokens than bytes, its numbers apart: most files are not worth a count.
  if (bytes + lines.length * MARGIN_CHARS <= MOST_TOKENS) return view;
  let count = countByChars(lines);
  for (let tokens = tokensOf(view, count); tokens > MOST_TOKENS && count > 1;) {
    count = Math.max(1, Math.min(count - 1, Math.floor((count * MOST_TOKENS) / tokens)));
    tokens = tokensOf(view, count);
  }
  if (count === lines.length) return view;
  return { ...view, lines: lines.slice(0, count), rest: "more-lines" };
}

const MOST_TOKENS = RESULT_CAPS.tokens - SPARE_TOKENS;

function countByChars(lines: readonly string[]): number {
  let chars = SPARE_CHARS;
  for (const [at, line] of lines.entries()) {
    chars += Math.min(line.length, MOST_LINE_CHARS) + MARGIN_CHARS;
    if (chars > RESULT_CAPS.chars) return Math.max(1, at);
  }
  return lines.length;
}

/** As they are shown: numbers cost as well. */
function tokensOf({ lines, from }: TextView, count: number): number {
  const shown = lines
    .slice(0, count)
    .map((line, at) => `${from + at}\t${line.slice(0, MOST_LINE_CHARS)}`);
  return estimateTokens(shown.join("\n"));
}
