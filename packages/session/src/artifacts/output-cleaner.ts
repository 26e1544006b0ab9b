import { decodeUtf8, joined, unfinishedTail } from "./utf8.ts";

const NUL = 0;
const LF = 10;
const CR = 13;

/**
 * Takes NUL bytes out of a stream and turns CR LF into LF; a CR by itself stays, it is how progress
 * bars draw. Escape sequences stay too: what is shown decides what to do with them. Where the
 * stream is cut into chunks makes no difference.
 */
export class OutputCleaner {
  #heldCr = false;

  push(chunk: Uint8Array): Uint8Array {
    if (!this.#heldCr && !chunk.includes(NUL) && !chunk.includes(CR)) return chunk;
    const clean = new Uint8Array(chunk.length + 1);
    let length = 0;
    // By index: this is the inner loop over all output there is.
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? NUL;
      if (byte === NUL) continue;
      if (this.#heldCr && byte !== LF) clean[length++] = CR;
      this.#heldCr = byte === CR;
      if (!this.#heldCr) clean[length++] = byte;
    }
    return clean.subarray(0, length);
  }

  /** What was held back in case a LF would follow. */
  end(): Uint8Array {
    const rest = this.#heldCr ? [CR] : [];
    this.#heldCr = false;
    return Uint8Array.from(rest);
  }
}

/** The same as text, as it comes: for screens that show output while it runs. */
export class OutputDecoder {
  readonly #cleaner = new OutputCleaner();
  #held: Uint8Array = new Uint8Array();

  push(chunk: Uint8Array): string {
    const bytes = joined(this.#held, this.#cleaner.push(chunk));
    const whole = bytes.length - unfinishedTail(bytes);
    this.#held = bytes.slice(whole);
    return decodeUtf8(bytes.subarray(0, whole));
  }

  end(): string {
    const text = decodeUtf8(joined(this.#held, this.#cleaner.end()));
    this.#held = new Uint8Array();
    return text;
  }
}
