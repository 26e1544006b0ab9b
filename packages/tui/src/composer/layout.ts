import { clusterWidth, graphemes } from "../text/width.ts";
import { after, snapped } from "./boundaries.ts";
import { moved, type Composer } from "./composer.ts";

/** One row of the prompt on the screen: a part of the text from `start` up to `end`. */
export type ComposerRow = { readonly start: number; readonly end: number };

export type ComposerLayout = {
  readonly rows: readonly ComposerRow[];
  readonly cursor: { readonly row: number; readonly column: number };
};

/** The prompt in rows of `width` columns, and where the cursor is in them. */
export function layoutComposer(composer: Composer, width: number): ComposerLayout {
  const rows: ComposerRow[] = [];
  let start = 0;
  for (const line of composer.text.split("\n")) {
    rows.push(...lineRows(line, start, Math.max(2, width)));
    start += line.length + 1;
  }
  const found = rows.findLastIndex((row) => row.start <= composer.cursor);
  const row = Math.max(0, found);
  return { rows, cursor: { row, column: columnOf(composer, rows[row]) } };
}

/** Broken at spaces where it can be; the last column stays free for the cursor behind the text. */
function lineRows(line: string, offset: number, width: number): readonly ComposerRow[] {
  const rows: ComposerRow[] = [];
  let start = 0;
  let used = 0;
  let space = -1;
  let at = 0;
  for (const cluster of graphemes(line)) {
    const columns = clusterWidth(cluster);
    if (used + columns > width - 1 && at > start) {
      const cut = space > start ? space : at;
      rows.push({ start: offset + start, end: offset + cut });
      start = cut;
      used = columnsIn(line.slice(start, at));
      space = -1;
    }
    used += columns;
    at += cluster.length;
    if (cluster === " ") space = at;
  }
  return [...rows, { start: offset + start, end: offset + line.length }];
}

function columnsIn(text: string): number {
  return graphemes(text).reduce((sum, cluster) => sum + clusterWidth(cluster), 0);
}

function columnOf({ text, cursor }: Composer, row: ComposerRow | undefined): number {
  return row === undefined ? 0 : columnsIn(text.slice(row.start, Math.min(cursor, row.end)));
}

/** One row up or down, in the column that was wanted first; null at the edge. */
export function moveRow(composer: Composer, by: -1 | 1, width: number): Composer | null {
  const { rows, cursor } = layoutComposer(composer, width);
  const row = rows[cursor.row + by];
  if (row === undefined) return null;
  const goal = composer.goal ?? cursor.column;
  let place = row.start;
  let column = 0;
  while (place < row.end) {
    const next = after(composer, place);
    const columns = columnsIn(composer.text.slice(place, next));
    if (next > row.end || column + columns > goal) break;
    column += columns;
    place = next;
  }
  // The end of a broken row is the start of the next one: stay in this one.
  const isBroken = place === row.end && rows[cursor.row + by + 1]?.start === row.end;
  const target = snapped(composer, isBroken ? lastIn(composer, row) : place);
  // A mark can be longer than a row: going down leads behind it.
  const stuck = by === 1 && target <= composer.cursor;
  return moved(composer, stuck ? after(composer, composer.cursor) : target, goal);
}

function lastIn(composer: Composer, row: ComposerRow): number {
  let place = row.start;
  for (let next = after(composer, place); next < row.end; next = after(composer, place))
    place = next;
  return place;
}
