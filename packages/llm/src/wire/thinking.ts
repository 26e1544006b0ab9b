import { THINKING_LEVELS } from "@squire/protocol/values";
import type { ThinkingLevel } from "@squire/protocol";

/** A vendor's words for the levels it knows. */
export type LevelWords = { readonly [Level in ThinkingLevel]?: string };

/**
 * The nearest supported level at or below the wanted one (PROV-19); where there is none, the
 * lowest supported, which is the closest the vendor can come. Undefined when nothing is supported.
 */
export function clampLevel(
  level: ThinkingLevel,
  supported: readonly ThinkingLevel[],
): ThinkingLevel | undefined {
  const known = THINKING_LEVELS.filter((candidate) => supported.includes(candidate));
  const rank = THINKING_LEVELS.indexOf(level);
  return known.findLast((candidate) => THINKING_LEVELS.indexOf(candidate) <= rank) ?? known[0];
}

/** The vendor's word for a level, clamped to the levels it has words for. */
export function levelWord(level: ThinkingLevel, words: LevelWords): string | undefined {
  const known = THINKING_LEVELS.filter((candidate) => words[candidate] !== undefined);
  const clamped = clampLevel(level, known);
  return clamped === undefined ? undefined : words[clamped];
}
