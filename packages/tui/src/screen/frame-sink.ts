import { EventEmitter } from "node:events";

/**
 * Stands for stdout in front of Ink. In its debug mode Ink hands over every frame whole, as text
 * without control codes for the cursor, and leaves writing to us.
 */
export class FrameSink extends EventEmitter {
  columns: number;
  rows: number;
  /** Ink writes escape codes of its own to a terminal only. */
  readonly isTTY = false;
  readonly writable = true;
  readonly #onFrame: (lines: readonly string[]) => void;

  constructor(
    size: { readonly columns: number; readonly rows: number },
    onFrame: (lines: readonly string[]) => void,
  ) {
    super();
    this.columns = size.columns;
    this.rows = size.rows;
    this.#onFrame = onFrame;
  }

  resize(size: { readonly columns: number; readonly rows: number }): void {
    this.columns = size.columns;
    this.rows = size.rows;
    this.emit("resize");
  }

  write(text: string, done?: () => void): boolean {
    // Ink uses an empty write as a mark that all before it is through.
    if (text !== "") this.#onFrame(text.split("\n"));
    done?.();
    return true;
  }
}
