/**
 * Letters to insert, remove, change or swap with their neighbour to turn one word into the other.
 * Stops counting at `limit`. Takes the product of both lengths: keep the words short.
 */
export function editDistance(a: string, b: string, limit = Infinity): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let older: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = at(above, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swaps = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = swaps ? at(older, column - 2) + 1 : Infinity;
      current.push(Math.min(change, swap, at(above, column) + 1, at(current, column - 1) + 1));
    }
    [older, above] = [above, current];
  }
  return Math.min(at(above, b.length), limit);
}

/** How far off a word may be and still count as a slip of the finger. */
export function slipLimit(word: string): number {
  return Math.max(1, Math.floor(word.length / 3));
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
