import type { Pen } from "./pen.ts";
import { EMPTY_ROW, sameCell, type Row } from "./row.ts";

/** Writing a few unchanged cells again costs no more than jumping over them. */
const JUMP = 4;

/** Makes row `at` of the screen, now `before`, look like `after`. */
export function drawRow(pen: Pen, at: number, before: Row, after: Row): void {
  if (before.source === after.source) return;
  const isShorter = before.cells.length > after.cells.length;
  if (isShorter && pen.remembersEnds) {
    pen.moveTo(at, 0);
    pen.eraseRest();
    return drawRow(pen, at, EMPTY_ROW, after);
  }
  for (const [from, to] of changedRuns(before, after)) {
    pen.moveTo(at, from);
    for (let column = from; column < to; column++) {
      const cell = after.cells[column];
      if (cell) pen.put(cell);
    }
  }
  if (isShorter) {
    pen.moveTo(at, after.cells.length);
    pen.eraseRest();
  }
}

/** Roughly how many bytes `drawRow` would write. */
export function rowCost(before: Row, after: Row): number {
  if (before.source === after.source) return 0;
  let cost = before.cells.length > after.cells.length ? 8 : 0;
  for (const [from, to] of changedRuns(before, after)) cost += 8 + (to - from);
  return cost;
}

/** Columns that differ, as half-open runs that begin and end at whole characters. */
function changedRuns(before: Row, after: Row): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  const { cells } = after;
  for (let column = 0; column < cells.length; column++) {
    if (sameCell(before.cells[column], cells[column])) continue;
    // The second half of a wide character changes with its first half.
    const from = cells[column] === null ? column - 1 : column;
    const to = cells[column + 1] === null ? column + 2 : column + 1;
    const last = runs.at(-1);
    if (last !== undefined && from - last[1] <= JUMP) last[1] = Math.max(last[1], to);
    else runs.push([from, to]);
    column = to - 1;
  }
  return runs;
}
