import { Pen } from "./pen.ts";
import { drawRow, rowCost } from "./row-diff.ts";
import { EMPTY_ROW, type Row } from "./row.ts";

export type Place = { readonly row: number; readonly column: number };
/** What is drawn on. */
export type Paper = Size & { readonly remembersEnds: boolean };
export type Size = { readonly columns: number; readonly rows: number };

/** What is on the screen from the top of the live region on. */
export type Shown = { readonly rows: readonly Row[]; readonly cursor: Place };

export type Next = {
  /** Finished rows: they stay above the live region and are never touched again. */
  readonly printed: readonly Row[];
  readonly rows: readonly Row[];
  readonly cursor: Place;
};

/**
 * The bytes that turn what is shown into what comes next. Rows keep their place where they can:
 * a line that was live and is printed now costs nothing, and a new line pushes the rows below it
 * down by one command instead of writing them again. `next.rows` must fit the screen.
 */
export function frameDiff(shown: Shown, next: Next, paper: Paper): string {
  const before = shown.rows;
  const after = [...next.printed, ...next.rows];
  const bottom = Math.max(0, before.length - 1);
  const pen = new Pen({ ...shown.cursor, bottom, ...paper });
  const grown = after.length - before.length;
  const at = grown === 0 ? after.length : splitAt(before, after, paper);
  for (let row = 0; row < Math.min(at, before.length, after.length); row++) {
    drawRow(pen, row, before[row] ?? EMPTY_ROW, after[row] ?? EMPTY_ROW);
  }
  if (grown < 0) shrink(pen, before, after, at);
  else if (at < before.length) grow(pen, before, after, at);
  else {
    for (let row = before.length; row < after.length; row++) {
      pen.moveTo(row, 0);
      drawRow(pen, row, EMPTY_ROW, after[row] ?? EMPTY_ROW);
    }
  }
  const last = Math.max(0, after.length - 1);
  pen.moveTo(Math.min(next.printed.length + next.cursor.row, last), next.cursor.column);
  return pen.finish();
}

function grow(pen: Pen, before: readonly Row[], after: readonly Row[], at: number): void {
  const count = after.length - before.length;
  pen.moveTo(at, 0);
  pen.insertRows(count);
  for (let row = at; row < after.length; row++) {
    const old = row < at + count ? EMPTY_ROW : (before[row - count] ?? EMPTY_ROW);
    drawRow(pen, row, old, after[row] ?? EMPTY_ROW);
  }
}

function shrink(pen: Pen, before: readonly Row[], after: readonly Row[], at: number): void {
  const count = before.length - after.length;
  pen.moveTo(at, 0);
  if (at >= after.length) {
    pen.eraseBelow();
    return;
  }
  pen.deleteRows(count);
  for (let row = at; row < after.length; row++) {
    drawRow(pen, row, before[row + count] ?? EMPTY_ROW, after[row] ?? EMPTY_ROW);
  }
}

/**
 * The row at which rows are best inserted or taken out: above it rows keep their place, below it
 * they are moved. When growing, it must still be on the screen after the terminal has scrolled.
 */
function splitAt(before: readonly Row[], after: readonly Row[], size: Size): number {
  const grown = after.length - before.length;
  const shared = Math.min(before.length, after.length);
  const first = Math.max(0, after.length - size.rows);
  if (grown > 0 && first > shared) return shared;
  const kept = (row: number): number => rowCost(before[row] ?? EMPTY_ROW, after[row] ?? EMPTY_ROW);
  const moved = (row: number): number =>
    rowCost(
      before[grown < 0 ? row - grown : row] ?? EMPTY_ROW,
      after[grown < 0 ? row : row + grown] ?? EMPTY_ROW,
    );
  // Begin with the split at the end and walk up; the last row wins among equals.
  let cost = 0;
  for (let row = 0; row < shared; row++) cost += kept(row);
  let best = { at: shared, cost };
  for (let row = shared - 1; row >= (grown > 0 ? first : 0); row--) {
    cost += moved(row) - kept(row);
    // Moving rows is a command of its own: it must save more than it costs.
    if (cost + JUMP_COST < best.cost || (best.at < shared && cost < best.cost)) {
      best = { at: row, cost };
    }
  }
  return best.at;
}

const JUMP_COST = 12;
