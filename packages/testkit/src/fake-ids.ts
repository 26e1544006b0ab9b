/** Ids that are the same in every run: `prefix_1`, `prefix_2`, … */
export function fakeIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}_${++count}`;
}
