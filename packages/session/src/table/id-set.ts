import { Column } from "./column.ts";

/** In front of an id that is no well-formed text, and of a UUID as a number; no UTF-8 begins so. */
const ILL_FORMED = 0xff;
const UUID = 0xfe;
const UUID_TEXT = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const FIRST_SLOTS = 1024;

type Sought = { readonly id: string; readonly bytes: Uint8Array; readonly hash: number };

/**
 * Ids by number, each once. As bytes and not as texts: a session may have a million, and texts cost
 * five times as much.
 */
export class IdSet {
  readonly #bytes = new Column<Uint8Array>((length) => new Uint8Array(length));
  readonly #ends = new Column((length) => new Float64Array(length));
  /** Open addressing: a number plus one, or 0 for nothing. Made at the first look-up. */
  #slots = new Uint32Array(0);
  /** The one added last is asked for most: it is the parent of the next. */
  #last: string | null = null;
  /** The one that was looked for last: what is not there yet is mostly added next. */
  #sought: Sought | null = null;

  get size(): number {
    return this.#ends.length;
  }

  /** The caller has made sure that it is not there yet. */
  add(id: string): void {
    const { bytes, hash } = this.#seek(id);
    this.#bytes.append(bytes);
    this.#ends.push(this.#bytes.length);
    this.#last = id;
    if (this.#slots.length === 0) return;
    if (2 * this.size > this.#slots.length) this.#index();
    else this.#place(this.size - 1, hash);
  }

  /** Many at once, one behind the other; false when there are not so many bytes. */
  addAll(bytes: Uint8Array, lengths: Uint32Array): boolean {
    let end = this.#bytes.length;
    const before = end;
    for (const length of lengths) this.#ends.push((end += length));
    this.#bytes.append(bytes);
    this.#last = null;
    this.#slots = new Uint32Array(0);
    return end - before === bytes.length;
  }

  /** -1 when it is not there. */
  find(id: string): number {
    if (id === this.#last) return this.size - 1;
    if (this.#slots.length === 0) this.#index();
    const { bytes, hash } = this.#seek(id);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number === -1 || this.#is(number, bytes)) return number;
    }
  }

  text(number: number): string {
    return decodeId(this.bytesOf(number, number + 1));
  }

  /** Of all ids from one number up to another, one behind the other. */
  bytesOf(from: number, to: number): Uint8Array {
    return this.#bytes.slice(this.#startOf(from), this.#startOf(to));
  }

  /** As `bytesOf`, into `target`. */
  writeTo(target: Uint8Array, from: number, to: number): number {
    return this.#bytes.writeTo(target, this.#startOf(from), this.#startOf(to));
  }

  /** How many bytes the ids from one number up to another have. */
  lengthOf(from: number, to: number = from + 1): number {
    return this.#startOf(to) - this.#startOf(from);
  }

  #seek(id: string): Sought {
    if (this.#sought?.id === id) return this.#sought;
    const bytes = encodeId(id);
    this.#sought = { id, bytes, hash: hashOf(bytes) };
    return this.#sought;
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }

  #is(number: number, bytes: Uint8Array): boolean {
    if (this.lengthOf(number) !== bytes.length) return false;
    const start = this.#startOf(number);
    for (let at = 0; at < bytes.length; at++) {
      if (this.#bytes.at(start + at) !== bytes[at]) return false;
    }
    return true;
  }

  #index(): void {
    let length = FIRST_SLOTS;
    while (length < 4 * this.size) length *= 2;
    this.#slots = new Uint32Array(length);
    const many = 4096;
    for (let from = 0; from < this.size; from += many) {
      const to = Math.min(this.size, from + many);
      const bytes = this.bytesOf(from, to);
      const start = this.#startOf(from);
      for (let number = from; number < to; number++) {
        const [first, end] = [this.#startOf(number) - start, this.#startOf(number + 1) - start];
        this.#place(number, hashOf(bytes, first, end));
      }
    }
  }

  #place(number: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }
}

/** Four bytes at a time: opening a large session hashes all its ids. */
function hashOf({ buffer, byteOffset, length }: Uint8Array, from = 0, to: number = length): number {
  const view = new DataView(buffer, byteOffset, length);
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = mixed(hash, view.getUint32(at, true));
  for (; at < to; at++) hash = mixed(hash, view.getUint8(at));
  return hash >>> 0;
}

function mixed(hash: number, word: number): number {
  const next = Math.imul(hash ^ word, 0x85ebca6b);
  return next ^ (next >>> 13);
}

function encodeId(id: string): Uint8Array {
  if (UUID_TEXT.test(id)) return Buffer.from(UUID.toString(16) + id.replaceAll("-", ""), "hex");
  if (id.isWellFormed()) return Buffer.from(id, "utf8");
  return Buffer.concat([Buffer.of(ILL_FORMED), Buffer.from(id, "utf16le")]);
}

const DIGITS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

function decodeId(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes[0] === UUID) return text.toString("hex", 1).replace(DIGITS, "$1-$2-$3-$4-$5");
  return bytes[0] === ILL_FORMED ? text.toString("utf16le", 1) : text.toString("utf8");
}
