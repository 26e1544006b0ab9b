import type { Tokens } from "marked";
import { lineText, lineWidth, span, type Line } from "../span.ts";
import { widthOf } from "../width.ts";
import { wrapLine } from "../wrap.ts";
import { inlineLines } from "./inline.ts";

const GAP = " │ ";
/** Columns narrower than this cannot be read; the table becomes a list. */
const NARROWEST = 4;

type CellLines = readonly Line[];

/** A table whose columns share the width by their words; a list of records where that is too narrow. */
export function tableLines(table: Tokens.Table, width: number): readonly Line[] {
  const header = table.header.map((cell) => inlineLines(cell.tokens, { bold: true }));
  const rows = table.rows.map((row) => row.map((cell) => inlineLines(cell.tokens)));
  const widths = columnWidths([header, ...rows], width - GAP.length * (header.length - 1));
  if (widths === null) return recordLines(header, rows, width);
  const rule = span(widths.map((columns) => "─".repeat(columns)).join("─┼─"), "faint");
  const aligns = table.align;
  return [
    ...rowLines(header, widths, aligns),
    [rule],
    ...rows.flatMap((row) => rowLines(row, widths, aligns)),
  ];
}

/**
 * Every column gets its longest word if it can; the rest is shared by need. Null: the words do not
 * fit side by side.
 */
function columnWidths(rows: readonly (readonly CellLines[])[], width: number): number[] | null {
  const count = rows[0]?.length ?? 0;
  const cells = Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? []));
  const natural = cells.map((lines) => Math.max(1, ...lines.flat().map(lineWidth)));
  if (sum(natural) <= width) return natural;
  const words = cells.map((lines) => Math.max(1, ...lines.flat().map(longestWord)));
  const floor = words.map((word) => Math.min(word, Math.max(NARROWEST, Math.floor(width / count))));
  if (sum(floor) > width || count === 0) return null;
  // Wanted beyond the floor, shared in proportion.
  const wanted = natural.map((columns, index) => columns - (floor[index] ?? 0));
  const spare = width - sum(floor);
  const total = Math.max(1, sum(wanted));
  return floor.map(
    (columns, index) => columns + Math.floor(((wanted[index] ?? 0) * spare) / total),
  );
}

function longestWord(line: Line): number {
  return Math.max(0, ...lineText(line).split(/\s+/).map(widthOf));
}

function rowLines(
  cells: readonly CellLines[],
  widths: readonly number[],
  aligns: readonly (string | null)[],
): readonly Line[] {
  const wrapped = widths.map((columns, index) =>
    (cells[index] ?? []).flatMap((line) => wrapLine(line, { width: columns })),
  );
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    widths.flatMap((columns, index) => {
      const padded = pad(wrapped[index]?.[row] ?? [], columns, aligns[index] ?? null);
      return index === 0 ? padded : [span(GAP, "faint"), ...padded];
    }),
  );
}

function pad(line: Line, columns: number, align: string | null): Line {
  const gap = Math.max(0, columns - lineWidth(line));
  if (align === "right") return [span(" ".repeat(gap)), ...line];
  const left = align === "center" ? Math.floor(gap / 2) : 0;
  return [span(" ".repeat(left)), ...line, span(" ".repeat(gap - left))];
}

/** Each row as `name: value` lines, with a blank line between the rows. */
function recordLines(
  header: readonly CellLines[],
  rows: readonly (readonly CellLines[])[],
  width: number,
): readonly Line[] {
  return rows.flatMap((row, at) => {
    const fields = row.flatMap((cell, index) => {
      const name = [...(header[index]?.[0] ?? []), span(": ")];
      const [first = [], ...more] = cell;
      const rest = [span("  ")];
      return [[...name, ...first], ...more].flatMap((line) => wrapLine(line, { width, rest }));
    });
    return at === 0 ? fields : [[], ...fields];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
