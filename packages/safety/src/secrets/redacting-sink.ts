import type { Redactor } from "./redactor.ts";

/** Longer than any secret within one line. */
const HOLD_CHARS = 16 * 1024;
/** How much of what went out before tells whether the next characters are a secret. */
const CONTEXT_CHARS = 256;

/**
 * Text in pieces through a redactor: a secret that is cut anywhere is found all the same. What is
 * ready goes on at once; only the end of a line that could still become a secret waits.
 */
export class RedactingSink {
  readonly #redactor: Redactor;
  readonly #write: (text: string) => void;
  /** Already written, kept for what it says about the text after it. */
  #before = "";
  #waiting = "";

  constructor(redactor: Redactor, write: (text: string) => void) {
    this.#redactor = redactor;
    this.#write = write;
  }

  push(text: string): void {
    this.#waiting += text;
    // In the middle of a line there is nothing to decide yet, unless it has no end.
    if (/[\n\r]/.test(text) || this.#waiting.length > 2 * HOLD_CHARS) this.#flush(false);
  }

  /** Nothing comes any more. */
  end(): void {
    this.#flush(true);
  }

  #flush(isLast: boolean): void {
    const whole = this.#before + this.#waiting;
    const start = this.#before.length;
    const spans = this.#redactor.find(whole).filter(({ end }) => end > start);
    let limit = isLast ? whole.length : this.#settled(whole, start);
    // A secret goes out as a whole, and one that reaches the end may go on.
    for (const span of spans) {
      if (!isLast && span.end === whole.length) limit = Math.min(limit, span.start);
      if (span.start < limit && span.end > limit) limit = span.start;
    }
    if (limit <= start) return;
    let out = "";
    let done = start;
    for (const span of spans) {
      if (span.end > limit) break;
      out += whole.slice(done, Math.max(done, span.start)) + this.#redactor.mark(whole, span);
      done = span.end;
    }
    out += whole.slice(done, limit);
    this.#before = whole.slice(Math.max(0, limit - CONTEXT_CHARS), limit);
    this.#waiting = whole.slice(limit);
    if (out !== "") this.#write(out);
  }

  /** Up to here nothing that may still come can make a secret out of what is there. */
  #settled(whole: string, start: number): number {
    const lastLine = Math.max(whole.lastIndexOf("\n"), whole.lastIndexOf("\r")) + 1;
    const ready = Math.min(lastLine, this.#redactor.openAt(whole));
    // No key is that long: a text that only looks like one must not wait for ever.
    return Math.max(
      start,
      ready,
      whole.length - 8 * HOLD_CHARS,
      lastLine === 0 ? whole.length - HOLD_CHARS : 0,
    );
  }
}
