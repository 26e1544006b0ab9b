import type { Sink } from "../io.ts";
import { textWidth } from "./text-width.ts";

export type TableOptions = {
  /** Blanks between columns. */
  readonly gap?: number;
  /** Where the last column is broken into lines; absent: nowhere. */
  readonly width?: number | undefined;
  /** Columns of figures, which stand at the right. */
  readonly right?: readonly number[];
  /** Colours a cell once it has its place. */
  readonly paint?: (text: string, row: number, column: number) => string;
};

const LEAST_ROOM = 20;
const USUAL_COLUMNS = 80;

/** How wide a table may be: as the terminal; what goes elsewhere has one line for each row. */
export function widthOf(sink: Sink): number | undefined {
  return sink.isTty ? (sink.columns ?? USUAL_COLUMNS) : undefined;
}

/** How much room there is for a row that is cut rather than broken. */
export function roomOf(sink: Sink): number {
  return widthOf(sink) ?? USUAL_COLUMNS;
}

/** Rows as aligned columns, the last one as long as it likes or broken at the width. */
export function columns(rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const { gap = 2, width, right = [], paint = (text) => text } = options;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, textWidth(cell));
  }
  const placed = (cell: string, row: number, at: number, isLast: boolean): string => {
    const blanks = " ".repeat(Math.max(0, (widths[at] ?? 0) - textWidth(cell)));
    const shown = paint(cell, row, at);
    if (right.includes(at)) return `${blanks}${shown}${isLast ? "" : " ".repeat(gap)}`;
    return isLast ? shown : `${shown}${blanks}${" ".repeat(gap)}`;
  };
  const lines = rows.flatMap((row, index) => {
    const head = row.slice(0, -1).map((cell, at) => placed(cell, index, at, false));
    const indent = widths.slice(0, row.length - 1).reduce((sum, one) => sum + one + gap, 0);
    const [first = "", ...rest] = broken(row.at(-1) ?? "", (width ?? Infinity) - indent);
    const last = row.length - 1;
    return [
      `${head.join("")}${placed(first, index, last, true)}`.trimEnd(),
      ...rest.map((line) => `${" ".repeat(indent)}${placed(line, index, last, true)}`),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function broken(text: string, room: number): readonly string[] {
  if (textWidth(text) <= room || room < LEAST_ROOM) return [text];
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const fits = last !== undefined && textWidth(last) + 1 + textWidth(word) <= room;
    if (fits) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** 1000000 → `1M`, 128000 → `128k`; 0 is unknown. */
export function tokens(count: number): string {
  if (count === 0) return "?";
  if (count >= 1_000_000) return `${trim(count / 1_000_000)}M`;
  return count >= 1000 ? `${trim(count / 1000)}k` : String(count);
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}
