import type { Cell } from "./row.ts";
import { EMPTY_STYLE, type CellStyle } from "./style.ts";

/**
 * Collects the bytes of one update and knows where the cursor is: the row counted from the top of
 * the live region, the column, and the style. Moves are relative, so that no row above is touched.
 */
export class Pen {
  /** The end of a row that was erased counts when it is wrapped, unless all of the row was erased. */
  readonly remembersEnds: boolean;
  readonly #out: string[] = [];
  readonly #columns: number;
  #row: number;
  /** -1 after the last column was written: terminals differ in where the cursor is then. */
  #column: number;
  #bottom: number;
  #style: CellStyle = EMPTY_STYLE;

  constructor(at: {
    readonly row: number;
    readonly column: number;
    readonly bottom: number;
    readonly columns: number;
    readonly remembersEnds: boolean;
  }) {
    this.remembersEnds = at.remembersEnds;
    this.#row = at.row;
    this.#column = at.column;
    this.#bottom = at.bottom;
    this.#columns = at.columns;
  }

  get row(): number {
    return this.#row;
  }

  /** Rows that do not exist yet are made by line feeds: the terminal scrolls as it needs. */
  moveTo(row: number, column: number): void {
    if (row > this.#bottom) {
      this.#moveToRow(this.#bottom);
      this.#useStyle(EMPTY_STYLE);
      this.#out.push("\r", "\n".repeat(row - this.#bottom));
      this.#bottom = row;
      this.#row = row;
      this.#column = 0;
    }
    this.#moveToRow(row);
    if (this.#column === column) return;
    if (column === 0) this.#out.push("\r");
    else if (column === this.#column - 1) this.#out.push("\b");
    else this.#out.push(`\u001b[${column === 0 ? "" : column + 1}G`);
    this.#column = column;
  }

  put(cell: Cell): void {
    this.#useStyle(cell.style);
    const next = this.#column + cell.width;
    if (cell.risky) this.#putRisky(cell, next);
    else this.#out.push(cell.text);
    this.#column = next >= this.#columns ? -1 : next;
  }

  /** Erases from the cursor to the end of its row. */
  eraseRest(): void {
    if (this.#column === -1) return;
    this.#useStyle(EMPTY_STYLE);
    this.#out.push("\u001b[K");
  }

  /** Erases this row and all below it; the live region ends before it. */
  eraseBelow(): void {
    this.#useStyle(EMPTY_STYLE);
    this.#out.push("\u001b[J");
    this.#bottom = Math.max(0, this.#row);
  }

  /** Pushes this row and those below it down; the rows that open are blank. */
  insertRows(count: number): void {
    const row = this.#row;
    this.moveTo(this.#bottom + count, 0);
    this.moveTo(row, 0);
    this.#useStyle(EMPTY_STYLE);
    this.#out.push(count === 1 ? "\u001b[L" : `\u001b[${count}L`);
  }

  /** Takes rows out from this one on; those below move up. */
  deleteRows(count: number): void {
    this.#useStyle(EMPTY_STYLE);
    this.#out.push(count === 1 ? "\u001b[M" : `\u001b[${count}M`);
    this.#bottom -= count;
  }

  finish(): string {
    this.#useStyle(EMPTY_STYLE);
    return this.#out.join("");
  }

  /** Both columns are blanked first and the column is set after: any idea of its width will do. */
  #putRisky(cell: Cell, next: number): void {
    const back = this.#column === 0 ? "\r" : `\u001b[${this.#column + 1}G`;
    const wrapOff = next >= this.#columns;
    this.#out.push(
      wrapOff ? "\u001b[?7l" : "",
      " ".repeat(cell.width),
      back,
      cell.text,
      wrapOff ? "\u001b[?7h" : `\u001b[${next + 1}G`,
    );
  }

  #moveToRow(row: number): void {
    const down = row - this.#row;
    if (down === 0) return;
    const count = Math.abs(down) === 1 ? "" : String(Math.abs(down));
    this.#out.push(`\u001b[${count}${down > 0 ? "B" : "A"}`);
    this.#row = row;
  }

  #useStyle(style: CellStyle): void {
    if (style === this.#style) return;
    if (style.sgr !== this.#style.sgr) {
      const reset = this.#style.sgr === "" ? "" : "0;";
      this.#out.push(style.sgr === "" ? "\u001b[m" : `\u001b[${reset}${style.sgr}m`);
    }
    if (style.link !== this.#style.link) this.#out.push(`\u001b]8;;${style.link}\u001b\\`);
    this.#style = style;
  }
}
