import { estimateTokens } from "@squire/agent";

/** The longest beginning of a text that is likely to be so many tokens at most. */
export function withinTokens(text: string, most: number): string {
  if (estimateTokens(text) <= most) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  // A character is not cut in two.
  return text.slice(0, fits).replace(/[\uD800-\uDBFF]$/, "");
}
