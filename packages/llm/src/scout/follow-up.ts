import { topicOf, understand } from "./ask.ts";
import type { Ask } from "./ask.ts";
import type { Turn } from "./turn.ts";

const GOES_ON =
  /^(?:and|what about|how about|also|but|then|so)\b|\b(?:it|its|they|their|them|this|that|these|those|there)\b/i;
const FEW_WORDS = 3;

/** A question as it is meant: one that speaks of “it” means what the question before was about. */
export function understandTurn({ question, earlier }: Turn): Ask {
  const alone = understand(question);
  const before = earlier.at(-1)?.question ?? "";
  const isShort = topicOf(question).length <= FEW_WORDS && alone.paths.length === 0;
  if (before === "" || alone.change !== null || !isShort || !GOES_ON.test(question)) return alone;
  const last = understand(before);
  return {
    ...alone,
    parts: alone.parts.map((part) => ({ ...part, goesOn: true })),
    topic: [...new Set([...alone.topic, ...last.topic])],
    names: [...new Set([...alone.names, ...last.names])],
  };
}
