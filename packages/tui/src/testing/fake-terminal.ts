import type { Environment } from "../terminal/capabilities.ts";
import type { ProcessEnd, TerminalPort } from "../terminal/terminal-port.ts";
import { Emulator } from "./emulator.ts";

/** A terminal port over a real emulator; tests type, resize, kill and look at the modes. */
export class FakeTerminal {
  readonly emulator: Emulator;
  readonly port: TerminalPort;
  raw = false;
  suspended: (() => void) | null = null;
  #size: { readonly columns: number; readonly rows: number };
  readonly #data = new Set<(bytes: Uint8Array) => void>();
  readonly #resize = new Set<() => void>();
  readonly #end = new Set<() => void>();
  readonly #processEnd = new Set<(end: ProcessEnd) => void>();

  constructor(columns: number, rows: number, env: Environment = {}, platform = "linux") {
    this.emulator = new Emulator(columns, rows);
    this.#size = { columns, rows };
    this.emulator.onAnswer((text) => this.type(text));
    this.port = {
      env: { TERM: "xterm-256color", TERM_PROGRAM: "vscode", ...env },
      platform,
      size: () => this.#size,
      write: this.emulator.write,
      writeNow: (text) => void this.emulator.write(text),
      setRawMode: (raw) => {
        this.raw = raw;
      },
      onData: (listen) => added(this.#data, listen),
      onResize: (listen) => added(this.#resize, listen),
      onDrain: () => () => {},
      onEnd: (listen) => added(this.#end, listen),
      onProcessEnd: (listen) => added(this.#processEnd, listen),
      suspend: () =>
        new Promise((resolve) => {
          this.suspended = resolve;
        }),
    };
  }

  type(text: string): void {
    const bytes = new TextEncoder().encode(text);
    for (const listen of this.#data) listen(bytes);
  }

  /** The emulator reads what was written before it changes its size. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.emulator.settled();
    this.#size = { columns, rows };
    this.emulator.resize(columns, rows);
    for (const listen of this.#resize) listen();
  }

  hangUp(): void {
    for (const listen of this.#end) listen();
  }

  endProcess(end: ProcessEnd): void {
    for (const listen of this.#processEnd) listen(end);
  }

  get listeners(): number {
    return this.#data.size + this.#resize.size + this.#end.size + this.#processEnd.size;
  }

  /** Which private modes are on, by what was written. */
  get modes(): { readonly paste: boolean; readonly cursorHidden: boolean; readonly kitty: number } {
    const all = this.emulator.written.join("");
    return {
      paste: all.lastIndexOf("\u001b[?2004h") > all.lastIndexOf("\u001b[?2004l"),
      cursorHidden: all.lastIndexOf("\u001b[?25l") > all.lastIndexOf("\u001b[?25h"),
      kitty: all.split("\u001b[>1u").length - all.split("\u001b[<u").length,
    };
  }
}

function added<T>(set: Set<T>, value: T): () => void {
  set.add(value);
  return () => {
    set.delete(value);
  };
}
