/** What differs between two texts, taken as one piece: the lines between what both begin and end with. */
export type LineChange = {
  /** Where it begins, from 0. */
  readonly from: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
};

/** Costs no more than one look at each line. */
export function lineChange(before: readonly string[], after: readonly string[]): LineChange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    from,
    removed: before.slice(from, before.length - tail),
    added: after.slice(from, after.length - tail),
  };
}
