import { editDistance, slipLimit } from "@squire/protocol/spelling";

const MOST_CHARS = 40;

/** The name that was meant, when it is only a slip of the finger away. */
export function nearestName(given: string, names: readonly string[]): string | null {
  if (given.length > MOST_CHARS) return null;
  const limit = slipLimit(given);
  const [best] = names
    .map((name) => ({ name, off: editDistance(given, name, limit + 1) }))
    .filter(({ off }) => off <= limit)
    .sort((a, b) => a.off - b.off);
  return best?.name ?? null;
}
