export type Fused<Key> = { readonly key: Key; readonly score: number };

/** How flat the fusion is: at 60 the first place is worth little more than the second (Cormack et al., 2009). */
const FLATNESS = 60;

/**
 * Several rankings as one, by places and not by scores (RRF): each gives `weight / (k + place)`, places from 1. A key
 * that a ranking repeats counts once, where it stands first. Equal scores keep the order in which keys were first seen.
 */
export function fuse<Key>(
  rankings: readonly (readonly Key[])[],
  k: number = FLATNESS,
  weights: readonly number[] = [],
): readonly Fused<Key>[] {
  const scores = new Map<Key, number>();
  rankings.forEach((ranking, which) => {
    const weight = weights[which] ?? 1;
    [...new Set(ranking)].forEach((key, place) => {
      scores.set(key, (scores.get(key) ?? 0) + weight / (k + place + 1));
    });
  });
  return [...scores]
    .map(([key, score]) => ({ key, score }))
    .sort((left, right) => right.score - left.score);
}
