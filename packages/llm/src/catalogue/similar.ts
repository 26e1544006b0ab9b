import { editDistance, slipLimit } from "@squire/protocol/spelling";

/** Longer words are not typed by hand, and the distance costs the product of both lengths. */
const MAX_LENGTH = 120;

/** The options that look like a word, the most alike first; none when nothing comes near. */
export function closest(word: string, options: readonly string[], max = 5): readonly string[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === "" || wanted.length > MAX_LENGTH) return [];
  const limit = slipLimit(wanted);
  return [...new Set(options)]
    .filter((option) => Math.abs(option.length - wanted.length) <= limit)
    .map((option) => ({ option, distance: editDistance(wanted, option.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.option < b.option ? -1 : 1))
    .slice(0, max)
    .map(({ option }) => option);
}
