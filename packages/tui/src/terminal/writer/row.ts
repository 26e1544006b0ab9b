import { clusterWidth, graphemes } from "../../text/width.ts";
import { EMPTY_STYLE, styleAfter, type CellStyle } from "./style.ts";

/** One grapheme on the screen. The second column of a wide one is `null` in its row. */
export type Cell = {
  readonly text: string;
  readonly width: number;
  readonly style: CellStyle;
  /** Terminals do not agree how wide it is: after it the column is set anew. */
  readonly risky: boolean;
};

/** One row of the screen as cells, by column. Blank cells at its end are left out. */
export type Row = { readonly source: string; readonly cells: readonly (Cell | null)[] };

export const EMPTY_ROW: Row = { source: "", cells: [] };

const ESCAPES =
  // oxlint-disable-next-line no-control-regex
  /\u001b\[([\d;:]*)m|\u001b\]8;[^;\u0007\u001b]*;([^\u0007\u001b]*)(?:\u0007|\u001b\\)/g;

/** A line with SGR codes and OSC 8 links as cells, at most `columns` wide. */
export function rowOf(source: string, columns: number): Row {
  const cells: (Cell | null)[] = [];
  let style = EMPTY_STYLE;
  let from = 0;
  for (const match of source.matchAll(ESCAPES)) {
    addCells(cells, source.slice(from, match.index), style, columns);
    from = match.index + match[0].length;
    style = styleAfter(style, match);
  }
  addCells(cells, source.slice(from), style, columns);
  while (isBlank(cells.at(-1))) cells.pop();
  return { source, cells };
}

function isBlank(cell: Cell | null | undefined): boolean {
  return cell !== null && cell !== undefined && cell.text === " " && cell.style === EMPTY_STYLE;
}

function addCells(cells: (Cell | null)[], text: string, style: CellStyle, columns: number): void {
  for (const cluster of graphemes(withoutControls(text))) {
    const width = clusterWidth(cluster);
    // What has no width of its own belongs to the cell before it.
    if (width === 0) continue;
    if (cells.length + width > columns) return;
    cells.push({ text: cluster, width, style, risky: isRisky(cluster, width) });
    if (width === 2) cells.push(null);
  }
}

/** The last line of defence: nothing here may move the cursor, whoever forgot to make it inert. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "");
}

function isRisky(cluster: string, width: number): boolean {
  const code = cluster.codePointAt(0) ?? 0;
  const single = cluster.length === (code > 0xffff ? 2 : 1);
  // Ideographs of the base planes are two columns wide everywhere.
  return !single || code >= 0x1_f000 || (width === 2 && code < 0x1100);
}

export function sameCell(a: Cell | null | undefined, b: Cell | null | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return a.text === b.text && a.style === b.style;
}
