import type { ThinkingLevel } from "@squire/protocol";
import type { Target } from "./contract.ts";
import { levelWord } from "./thinking.ts";
import type { LevelWords } from "./thinking.ts";

/** The efforts every reasoning model of this family knows; a model with more lists them in its compat. */
const COMMON_EFFORTS: LevelWords = { low: "low", medium: "medium", high: "high" };

/** A thinking level as an effort (PROV-19); undefined means that nothing should be sent. */
export function effortOf(
  level: ThinkingLevel | undefined,
  target: Target,
  known: LevelWords = COMMON_EFFORTS,
): string | undefined {
  const { reasoning, compat } = target;
  if (level === undefined || reasoning === false) return undefined;
  if (compat.supportsReasoningEffort === false) return undefined;
  const words = compat.thinkingLevels ?? known;
  // A model that may not reason at all refuses any effort; with silence it is off as asked.
  if (level === "off" && words.off === undefined && reasoning !== true) return undefined;
  return levelWord(level, words);
}
