import { InputDecoder } from "./keys/input-decoder.ts";
import type { InputEvent } from "./keys/key.ts";
import { ASK_BACKGROUND, ASK_CURSOR, enterBytes, leaveBytes } from "./modes.ts";
import type { ProcessEnd, TerminalPort } from "./terminal-port.ts";

export type SessionOptions = {
  readonly port: TerminalPort;
  readonly hardwareCursor: boolean;
  readonly askBackground: boolean;
  readonly onInput: (event: InputEvent) => void;
  /** What is said on the way out, also after a crash: how to come back (TUI-18). */
  readonly lastWords: () => string;
  /** Takes the live region away before the last words. Must not throw. */
  readonly clearRegion: () => string;
  readonly setTimer: (run: () => void, ms: number) => () => void;
};

/** A lone ESC is a key when nothing has followed it for so long. */
const ESCAPE_MS = 25;

/**
 * The terminal while it is ours: raw mode, paste marks, keys. Whatever ends the process, the
 * terminal is put back once (TUI-18).
 */
export class TerminalSession {
  readonly #options: SessionOptions;
  readonly #decoder = new InputDecoder();
  #stops: (() => void)[] = [];
  #stopTimer: () => void = () => {};
  #entered = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  start(): void {
    const { port, askBackground } = this.#options;
    this.#stops = [
      port.onData((bytes) => this.#read(bytes)),
      port.onProcessEnd((end) => this.#processEnds(end)),
    ];
    this.#enter();
    port.write(ASK_CURSOR);
    if (askBackground) port.write(ASK_BACKGROUND);
  }

  /** Puts everything back and stops listening. Safe to call again. */
  stop(): void {
    this.#leave();
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#stopTimer();
  }

  /** Gives the terminal to somebody else, and takes it back after. */
  async lend<T>(use: () => Promise<T>): Promise<T> {
    this.#leave();
    try {
      return await use();
    } finally {
      this.#enter();
    }
  }

  #enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#options.port.setRawMode(true);
    this.#options.port.write(enterBytes(this.#options.hardwareCursor));
  }

  #leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#options.port.writeNow(leaveBytes());
    this.#options.port.setRawMode(false);
  }

  #processEnds(end: ProcessEnd): void {
    if (!this.#entered) return;
    this.#options.port.writeNow(this.#options.clearRegion());
    this.#leave();
    const cause = end.type === "crash" ? `${crashText(end.error)}\n` : "";
    const words = cause + this.#options.lastWords();
    this.#options.port.writeNow(words.replaceAll("\n", "\r\n"));
  }

  #read(bytes: Uint8Array): void {
    this.#stopTimer();
    for (const event of this.#decoder.push(bytes)) this.#options.onInput(event);
    if (!this.#decoder.waiting) return;
    this.#stopTimer = this.#options.setTimer(() => {
      for (const event of this.#decoder.flush()) this.#options.onInput(event);
    }, ESCAPE_MS);
  }
}

function crashText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
