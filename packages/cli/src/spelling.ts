import { editDistance, slipLimit } from "@squire/protocol/spelling";
import type { FlagName } from "./commands.ts";

/** A flag as it is typed: `apiKey` is `--api-key`. */
export function spelled(flag: FlagName): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The known word that a mistyped one most likely meant, or null when none is near. */
export function closest(word: string, known: readonly string[]): string | null {
  const typed = word.toLowerCase().slice(0, 40);
  if (typed.length > 1) {
    const begun = known.find((candidate) => candidate.startsWith(typed));
    if (begun !== undefined) return begun;
  }
  let best: string | null = null;
  let bestDistance = slipLimit(typed) + 1;
  for (const candidate of known) {
    const distance = editDistance(typed, candidate, bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
