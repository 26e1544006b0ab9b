import { beginsWith, bodyText } from "./body.ts";
import type { WireBody } from "./contract.ts";

/** The items of `later` that come behind all of `earlier`; null when it does not go on from there. */
export function freshItems(earlier: WireBody | null, later: WireBody): readonly string[] | null {
  if (earlier === null || earlier.open !== later.open) return null;
  // Pieces that were seen before are the same strings: to compare them costs nothing.
  return beginsWith(later.items, earlier.items) ? later.items.slice(earlier.items.length) : null;
}

/** Bytes to send; nobody else writes there until they are given back. */
export type LentBytes = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly giveBack: () => void;
};

const FIRST_BYTES = 64 * 1024;
const encoder = new TextEncoder();

/**
 * The bytes of bodies that mostly continue the one before: only what is new is encoded, so that a
 * step costs the same however long the session is.
 */
export class GrowingBody {
  #last: WireBody | null = null;
  #buffer = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #lent = false;

  lend(body: WireBody): LentBytes {
    if (this.#lent) return { bytes: encoder.encode(bodyText(body)), giveBack: () => {} };
    this.#lent = true;
    this.#take(body);
    const end = this.#length;
    this.#write(body.close);
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#length = end;
    return { bytes, giveBack: () => (this.#lent = false) };
  }

  #take(body: WireBody): void {
    const fresh = freshItems(this.#last, body);
    if (fresh === null) {
      this.#length = 0;
      this.#write(body.open);
    }
    let isFirst = fresh === null || this.#last?.items.length === 0;
    for (const item of fresh ?? body.items) {
      this.#write(isFirst ? item : `,${item}`);
      isFirst = false;
    }
    this.#last = body;
  }

  #write(text: string): void {
    this.#length += encoder.encodeInto(text, this.#reserve(text.length * 3)).written;
  }

  /** Room behind what is there, for at least so many bytes. */
  #reserve(bytes: number): Uint8Array<ArrayBuffer> {
    const needed = this.#length + bytes;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    return this.#buffer.subarray(this.#length);
  }
}
