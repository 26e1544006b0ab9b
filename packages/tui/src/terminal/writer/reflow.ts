import type { Shown, Size } from "./frame-diff.ts";
import type { Row } from "./row.ts";

/**
 * What a terminal does with rows that no longer fit when it gets narrower.
 * `cut`: nothing, they lose their ends. `wrap`: they take further rows, and the cursor stays with its
 * row. `wrap-all`: they take further rows, and the cursor moves down for each of them, also for
 * those below it; xterm.js does so, and the editors that are built on it.
 */
export type Reflow = "cut" | "wrap" | "wrap-all";

export type SizeChange = {
  readonly from: Size;
  readonly to: Size;
  readonly reflow: Reflow;
  /** Blank rows below the region, as far as is known. */
  readonly free: number;
};

/**
 * Where the live region is after a change of size: `up` rows above the cursor it begins, and it takes
 * `rows` rows in all. When in doubt too few: remains of our own are better than erasing what was
 * printed.
 */
export function afterResize(shown: Shown, change: SizeChange): { up: number; rows: number } {
  const { from, to, reflow } = change;
  // A terminal that loses rows drops those below the cursor first, and then wraps the others.
  const lost = Math.max(0, from.rows - to.rows - change.free);
  const at = shown.cursor.row;
  const above = shown.rows.slice(0, at);
  const below = shown.rows.slice(at + 1, Math.max(at + 1, shown.rows.length - lost));
  if (reflow === "cut" || to.columns >= from.columns) {
    return { up: above.length, rows: above.length + 1 + below.length };
  }
  const wrappedBelow = wrapped(below, to.columns);
  const extra = reflow === "wrap-all" ? wrappedBelow - below.length : 0;
  const up = wrapped(above, to.columns);
  return { up: up + extra, rows: up + 1 + wrappedBelow };
}

function wrapped(rows: readonly Row[], columns: number): number {
  return rows.reduce((count, row) => count + wrappedRows(row, columns), 0);
}

function wrappedRows(row: Row, columns: number): number {
  let rows = 1;
  let used = 0;
  for (const cell of row.cells) {
    if (cell === null) continue;
    if (used + cell.width > columns) {
      rows += 1;
      used = 0;
    }
    used += cell.width;
  }
  return rows;
}
