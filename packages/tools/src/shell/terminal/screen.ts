import { widthOf } from "./width.ts";

/** A line of cells; the second cell of a wide character is empty. */
export type Row = { readonly cells: string[]; isWrapped: boolean };

const BLANK = " ";

/** The cells of a terminal and where it writes next. Lines that leave it at the top are handed on. */
export class Screen {
  readonly #cols: number;
  readonly #rows: number;
  readonly #onGone: (row: Row) => void;
  #lines: Row[] = [];
  #x = 0;
  #y = 0;
  /** The last column was written to: the next character goes to the next line. */
  #isFull = false;
  #top = 0;
  #bottom: number;
  #saved = { x: 0, y: 0 };

  constructor(size: { readonly cols: number; readonly rows: number }, onGone: (row: Row) => void) {
    this.#cols = size.cols;
    this.#rows = size.rows;
    this.#bottom = size.rows - 1;
    this.#onGone = onGone;
    this.#lines = Array.from({ length: size.rows }, emptyRow);
  }

  /** Up to the last line that has something on it, or where it writes. */
  rows(): readonly Row[] {
    const last = this.#lines.findLastIndex(({ cells }) => cells.some((cell) => cell !== BLANK));
    return this.#lines.slice(0, last + 1);
  }

  print(character: string): void {
    const width = widthOf(character);
    if (width === 0) return this.#join(character);
    if (this.#isFull || this.#x + width > this.#cols) {
      this.#row().isWrapped = true;
      this.#x = 0;
      this.lineFeed();
    }
    const { cells } = this.#row();
    while (cells.length < this.#x) cells.push(BLANK);
    cells[this.#x] = character;
    if (width === 2) cells[this.#x + 1] = "";
    this.#isFull = this.#x + width >= this.#cols;
    this.#x = Math.min(this.#x + width, this.#cols - 1);
  }

  lineFeed(): void {
    if (this.#y === this.#bottom) this.scrollUp(1);
    else this.#y = Math.min(this.#y + 1, this.#rows - 1);
    this.#isFull = false;
  }

  reverseLineFeed(): void {
    if (this.#y === this.#top) this.scrollDown(1);
    else this.#y = Math.max(0, this.#y - 1);
    this.#isFull = false;
  }

  /** By so much; the edges hold. */
  move(dx: number, dy: number): void {
    this.moveTo(this.#x + dx, this.#y + dy);
  }

  /** Null stays where it is. */
  moveTo(x: number | null, y: number | null): void {
    this.#x = within(x ?? this.#x, this.#cols);
    this.#y = within(y ?? this.#y, this.#rows);
    this.#isFull = false;
  }

  tab(): void {
    this.moveTo((Math.floor(this.#x / 8) + 1) * 8, null);
  }

  save(): void {
    this.#saved = { x: this.#x, y: this.#y };
  }

  restore(): void {
    this.moveTo(this.#saved.x, this.#saved.y);
  }

  setRegion(top: number, bottom: number): void {
    if (top >= bottom || bottom >= this.#rows) [this.#top, this.#bottom] = [0, this.#rows - 1];
    else [this.#top, this.#bottom] = [top, bottom];
    this.moveTo(0, 0);
  }

  scrollUp(count: number): void {
    for (let done = 0; done < Math.min(count, this.#rows); done++) {
      const [gone] = this.#lines.splice(this.#top, 1);
      if (gone !== undefined && this.#top === 0) this.#onGone(gone);
      this.#lines.splice(this.#bottom, 0, emptyRow());
    }
  }

  scrollDown(count: number): void {
    for (let done = 0; done < Math.min(count, this.#rows); done++) {
      this.#lines.splice(this.#bottom, 1);
      this.#lines.splice(this.#top, 0, emptyRow());
    }
  }

  insertLines(count: number): void {
    for (let done = 0; done < Math.min(count, this.#rows); done++) {
      this.#lines.splice(this.#bottom, 1);
      this.#lines.splice(this.#y, 0, emptyRow());
    }
  }

  deleteLines(count: number): void {
    for (let done = 0; done < Math.min(count, this.#rows); done++) {
      this.#lines.splice(this.#y, 1);
      this.#lines.splice(this.#bottom, 0, emptyRow());
    }
  }

  /** 0: to the end, 1: from the start, 2: all of the line. */
  eraseLine(which: number): void {
    const row = this.#row();
    if (which === 1) this.#blank(row, 0, this.#x + 1);
    else row.cells.length = which === 2 ? 0 : Math.min(row.cells.length, this.#x);
    if (which !== 1) row.isWrapped = false;
  }

  /** The same for the screen. */
  eraseScreen(which: number): void {
    const from = which === 0 ? this.#y + 1 : 0;
    const to = which === 1 ? this.#y : this.#rows;
    for (let y = from; y < to; y++) this.#lines[y] = emptyRow();
    if (which < 2) this.eraseLine(which);
  }

  insertCells(count: number): void {
    const { cells } = this.#row();
    if (this.#x >= cells.length) return;
    const blanks = Array.from({ length: Math.min(count, this.#cols) }, () => BLANK);
    cells.splice(this.#x, 0, ...blanks);
    cells.length = Math.min(cells.length, this.#cols);
  }

  deleteCells(count: number): void {
    this.#row().cells.splice(this.#x, count);
  }

  eraseCells(count: number): void {
    this.#blank(this.#row(), this.#x, this.#x + count);
  }

  #row(): Row {
    const row = this.#lines[this.#y];
    if (row === undefined) throw new Error("A terminal writes outside of its screen.");
    return row;
  }

  /** A mark that goes with the character before it. */
  #join(mark: string): void {
    const { cells } = this.#row();
    for (let x = this.#isFull ? this.#x : this.#x - 1; x >= 0; x--) {
      const cell = cells[x];
      if (cell === undefined || cell === "") continue;
      // A pile of marks without end is no text.
      if (cell.length < 16) cells[x] = cell + mark;
      return;
    }
  }

  #blank({ cells }: Row, from: number, to: number): void {
    for (let x = from; x < Math.min(to, cells.length); x++) cells[x] = BLANK;
  }
}

function emptyRow(): Row {
  return { cells: [], isWrapped: false };
}

function within(place: number, size: number): number {
  return Math.min(Math.max(place, 0), size - 1);
}
