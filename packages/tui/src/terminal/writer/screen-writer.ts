import { frameDiff, type Paper, type Place, type Shown, type Size } from "./frame-diff.ts";
import { afterResize, type Reflow } from "./reflow.ts";
import { rowOf, type Row } from "./row.ts";

/** Where the bytes go. `write` says false when the terminal cannot take more for now. */
export type ByteSink = {
  readonly write: (text: string) => boolean;
};

export type Frame = { readonly lines: readonly string[]; readonly cursor: Place | null };

export type WriterOptions = {
  readonly sink: ByteSink;
  readonly size: Size;
  /** Synchronized output: the terminal shows an update at once or not at all. */
  readonly synchronized: boolean;
  readonly reflow: Reflow;
  /** Rows must be erased whole to be short again: tmux wraps what was erased at their ends. */
  readonly remembersEnds?: boolean;
  /** Draw every row again at every update (`SQUIRE_DEBUG_REDRAW`). */
  readonly redraw?: boolean;
  /** Draw the region again when it gets smaller (`SQUIRE_CLEAR_ON_SHRINK`). */
  readonly clearOnShrink?: boolean;
};

const SYNC_START = "\u001b[?2026h";
const SYNC_END = "\u001b[?2026l";
/** A short update cannot be seen half done; the marks would be a good part of it. */
const SYNC_FROM = 160;

/** A terminal that has not said where it began after so many updates never will. */
const ANSWER_STEPS = 100;

const NOTHING: Shown = { rows: [], cursor: { row: 0, column: 0 } };

/**
 * Owns the live region at the end of the terminal. What is printed goes above it once and for all;
 * the region is changed by the fewest bytes. Nothing above the region is ever written or erased.
 */
export class ScreenWriter {
  readonly #options: WriterOptions;
  #size: Size;
  #shown: Shown = NOTHING;
  #frame: Frame = { lines: [], cursor: null };
  #queue: string[] = [];
  /** Rows below the region that are known to be blank. */
  #free = 0;
  /** What was drawn since the start, until it is known in which row that was. */
  #steps: { readonly printed: number; readonly rows: number }[] | null = [];
  #blocked = false;
  #paused = false;
  #cache = new Map<string, Row>();

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#size = options.size;
  }

  get size(): Size {
    return this.#size;
  }

  /** The rows of the live region as they are now. */
  get height(): number {
    return this.#shown.rows.length;
  }

  /** Finished lines, to be written above the region with the next update. */
  print(lines: readonly string[]): void {
    for (const line of lines) this.#queue.push(line);
  }

  /** Shows a frame and everything printed since. A terminal that is behind gets the latest one only. */
  present(frame: Frame): void {
    this.#frame = frame;
    this.flush();
  }

  /** The row in which the first frame began, from 0: now it is known how much is free below. */
  startedAt(row: number): void {
    if (this.#steps === null) return;
    let top = row;
    let free = 0;
    for (const step of this.#steps) {
      top = Math.min(top + step.printed, this.#size.rows - step.rows);
      free = this.#size.rows - top - step.rows;
    }
    this.#free = Math.max(0, free);
    this.#steps = null;
  }

  flush(): void {
    if (this.#blocked || this.#paused) return;
    const printed = this.#queue.map((line) => rowOf(line, this.#size.columns));
    this.#queue = [];
    const next = { printed, ...this.#fit(this.#frame) };
    const bytes = this.#mustRedraw(next.rows.length + printed.length)
      ? this.#eraseRegion(this.#shown.cursor.row) + frameDiff(NOTHING, next, this.#paper())
      : frameDiff(this.#shown, next, this.#paper());
    const grown = printed.length + next.rows.length - this.#shown.rows.length;
    this.#free = Math.min(this.#size.rows, Math.max(0, this.#free - grown));
    this.#shown = { rows: next.rows, cursor: next.cursor };
    this.#steps?.push({ printed: printed.length, rows: next.rows.length });
    if ((this.#steps?.length ?? 0) > ANSWER_STEPS) this.#steps = null;
    this.#write(bytes);
  }

  /** The terminal has another size now and has moved our rows; the region is drawn anew. */
  resize(size: Size): void {
    const { reflow } = this.#options;
    const change = { from: this.#size, to: size, reflow, free: this.#free };
    const now = afterResize(this.#shown, change);
    // xterm.js adds new rows at the bottom; others bring back what had scrolled away.
    const more = size.rows - this.#size.rows;
    const gained = more > 0 && reflow !== "wrap-all" ? 0 : more;
    this.#free = Math.max(0, this.#free + gained) + now.rows;
    this.#size = size;
    this.#steps = null;
    this.#cache.clear();
    if (this.#paused) return;
    this.#write(this.#eraseRegion(Math.min(now.up, size.rows - 1)));
    this.#shown = NOTHING;
  }

  /** Bytes that take the live region away, for a process that is going down. */
  eraseBytes(): string {
    return this.#paused ? "" : this.#eraseRegion(this.#shown.cursor.row);
  }

  /** An empty screen, at the user's wish. What had scrolled away stays in the scrollback. */
  clear(): void {
    this.#write("\u001b[2J\u001b[H");
    this.#shown = NOTHING;
    this.#free = this.#size.rows;
    this.#steps = null;
  }

  /** Takes the live region away and leaves the cursor where it began; prints what still waits. */
  close(): void {
    this.#blocked = false;
    this.present({ lines: [], cursor: null });
    this.#paused = true;
  }

  /** Another program has the terminal. Nothing is written until `resume`. */
  pause(): void {
    this.close();
  }

  resume(size: Size): void {
    this.#size = size;
    this.#cache.clear();
    this.#shown = NOTHING;
    this.#paused = false;
  }

  /** The terminal has taken what it had been given. */
  drained(): void {
    if (!this.#blocked) return;
    this.#blocked = false;
    this.flush();
  }

  #paper(): Paper {
    const { remembersEnds = false } = this.#options;
    return { ...this.#size, remembersEnds };
  }

  #mustRedraw(rows: number): boolean {
    if (this.#options.redraw === true) return true;
    return this.#options.clearOnShrink === true && rows < this.#shown.rows.length;
  }

  #eraseRegion(up: number): string {
    const toTop = up > 0 ? `\u001b[${up}A` : "";
    return this.#shown.rows.length === 0 ? "" : `${toTop}\r\u001b[J`;
  }

  /** Only the end of a frame that is higher than the screen can be shown. */
  #fit({ lines, cursor }: Frame): Shown {
    const cut = Math.max(0, lines.length - this.#size.rows);
    // The cursor needs a row of its own below what was printed.
    const shown = lines.length === 0 ? [""] : lines.slice(cut);
    const rows = shown.map((line) => this.#rowOf(line));
    const last = Math.max(0, rows.length - 1);
    const place = cursor ?? { row: lines.length - 1, column: 0 };
    const row = Math.min(Math.max(0, place.row - cut), last);
    return { rows, cursor: { row, column: Math.min(place.column, this.#size.columns - 1) } };
  }

  #rowOf(line: string): Row {
    const known = this.#cache.get(line);
    if (known !== undefined) return known;
    if (this.#cache.size > 512) this.#cache.clear();
    const row = rowOf(line, this.#size.columns);
    this.#cache.set(line, row);
    return row;
  }

  #write(bytes: string): void {
    if (bytes === "") return;
    const wrapped = this.#options.synchronized && bytes.length >= SYNC_FROM;
    this.#blocked = !this.#options.sink.write(wrapped ? SYNC_START + bytes + SYNC_END : bytes);
  }
}
