import { stem } from "@squire/ranking";

/** A pattern for grep that finds a word in its forms: `retries` finds `withRetry` and `retrying`. */
export function termPattern(word: string): string {
  const root = rootOf(word);
  const escaped = root.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const open = escaped.replace(/[iy]$/, "[iy]");
  return root.length <= 3 ? String.raw`\b${open}` : open;
}

/** The part that all forms of a word share, as letters. */
function rootOf(word: string): string {
  const stemmed = stem(word);
  // A stem may end in letters that no form has.
  return word.startsWith(stemmed.replace(/i$/, "")) ? stemmed : word;
}
