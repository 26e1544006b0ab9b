import type { Replay } from "./replay.ts";

const SHOWN_TURNS = 10;
/** A smaller difference of the hit ratios is noise. */
const SAME_RATIO = 0.02;

/** Whose prefix changed, in which turns, and what the cache made of it (TRN-4, TRN-6). */
export function prefixStory(a: Replay, b: Replay): readonly string[] {
  return [stability("a", a), stability("b", b), comparison(a, b)];
}

function stability(name: string, { prefixHashes, perTurn, steps }: Replay): string {
  if (prefixHashes.length === 0) return `${name} does not say which prefixes it sent.`;
  if (prefixHashes.length === 1) return `${name} sent one prefix in all ${steps} steps.`;
  const turns = changedIn(perTurn);
  const shown = turns.slice(0, SHOWN_TURNS).join(", ");
  const more = turns.length > SHOWN_TURNS ? `, and ${turns.length - SHOWN_TURNS} more` : "";
  return `${name} sent ${prefixHashes.length} prefixes; it changed in turns ${shown}${more}.`;
}

/** The turns that sent another prefix than the one before them, or several. */
function changedIn(perTurn: Replay["perTurn"]): readonly number[] {
  let last: string | undefined;
  return perTurn.flatMap(({ turn, prefixHashes }) => {
    const first = prefixHashes[0];
    if (first === undefined) return [];
    const changed = prefixHashes.length > 1 || (last !== undefined && first !== last);
    last = prefixHashes.at(-1);
    return changed ? [turn] : [];
  });
}

function comparison(a: Replay, b: Replay): string {
  const hits = `a took ${percent(a.cacheHitRatio)} of its input from the cache, b ${percent(b.cacheHitRatio)}`;
  const difference = b.cacheHitRatio - a.cacheHitRatio;
  if (Math.abs(difference) < SAME_RATIO) return `${hits}: no difference.`;
  const worse = difference < 0 ? "b" : "a";
  const [bad, good] = difference < 0 ? [b, a] : [a, b];
  if (bad.prefixHashes.length > good.prefixHashes.length) {
    return `${hits}: ${worse} changed its prefix more often.`;
  }
  return `${hits}: not explained by the prefixes.`;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}
