import { editDistance, slipLimit } from "@squire/protocol/spelling";

/** The known word a mistyped one most likely meant, or null when none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const plain = flatten(word);
  let best: string | null = null;
  let bestDistance = slipLimit(plain) + 1;
  for (const candidate of known) {
    const distance = editDistance(plain, flatten(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `maxSteps`, `max-steps` and `max_steps` are the same word. */
function flatten(word: string): string {
  return word.slice(0, 80).toLowerCase().replaceAll(/[-_+]/g, "");
}
