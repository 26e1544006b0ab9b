import { Terminal } from "@xterm/headless";
import type { ByteSink } from "../terminal/writer/screen-writer.ts";

/** A real terminal emulator that has read what was written to it. */
export class Emulator implements ByteSink {
  readonly #terminal: Terminal;
  readonly written: string[] = [];

  constructor(columns: number, rows: number) {
    this.#terminal = new Terminal({
      cols: columns,
      rows,
      scrollback: 50_000,
      allowProposedApi: true,
    });
  }

  /** What a terminal answers when it is asked. */
  onAnswer(listen: (text: string) => void): void {
    this.#terminal.onData(listen);
  }

  readonly write = (text: string): boolean => {
    this.written.push(text);
    this.#terminal.write(text);
    return true;
  };

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** Waits until everything written has been read. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#terminal.write("", resolve);
    });
  }

  /** Every line from the beginning of the scrollback to the cursor's screen, without blank ends. */
  async lines(): Promise<readonly string[]> {
    await this.settled();
    const buffer = this.#terminal.buffer.active;
    const lines = Array.from({ length: buffer.length }, (_, row) =>
      (buffer.getLine(row)?.translateToString(true) ?? "").trimEnd(),
    );
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  async screen(): Promise<readonly string[]> {
    await this.settled();
    const buffer = this.#terminal.buffer.active;
    const lines = Array.from({ length: this.#terminal.rows }, (_, row) =>
      (buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? "").trimEnd(),
    );
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  async cursor(): Promise<{ readonly row: number; readonly column: number }> {
    await this.settled();
    const buffer = this.#terminal.buffer.active;
    return { row: buffer.baseY + buffer.cursorY, column: buffer.cursorX };
  }

  get bytes(): number {
    return this.written.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  }

  /** What would make a screen flicker: erasing all of it, or going to a fixed place. */
  get clears(): number {
    // oxlint-disable-next-line no-control-regex
    return this.written.join("").match(/\u001b\[[23]J|\u001b\[\d*;?\d*H|\u001bc/g)?.length ?? 0;
  }
}
