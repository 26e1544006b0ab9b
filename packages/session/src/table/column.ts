type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

const CHUNK = 16_384;
/** Most sessions are short, and many may be open: the first chunk grows from here by doubling. */
const FIRST = 256;

/**
 * Numbers that grow at the end. Beyond the first chunk what is there is never copied, so that growing costs no
 * memory twice.
 */
export class Column<T extends Numbers> {
  readonly #make: (length: number) => T;
  readonly #chunks: T[] = [];
  #length = 0;

  constructor(make: (length: number) => T) {
    this.#make = make;
  }

  get length(): number {
    return this.#length;
  }

  /** 0 where there is nothing. */
  at(index: number): number {
    return this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? 0;
  }

  set(index: number, value: number): void {
    const chunk = this.#chunks[Math.floor(index / CHUNK)];
    if (chunk !== undefined) chunk[index % CHUNK] = value;
  }

  push(value: number): void {
    this.#room(1)[this.#length % CHUNK] = value;
    this.#length++;
  }

  append(values: T): void {
    for (let done = 0; done < values.length;) {
      const at = this.#length % CHUNK;
      const part = values.subarray(done, done + CHUNK - at);
      this.#room(part.length).set(part, at);
      this.#length += part.length;
      done += part.length;
    }
  }

  /** A copy of some of them. */
  slice(from: number, to: number): T {
    const copy = this.#make(to - from);
    this.writeTo(new Uint8Array(copy.buffer), from, to);
    return copy;
  }

  /** Puts the bytes of some of them at the beginning of `target`; gives how many bytes those are. */
  writeTo(target: Uint8Array, from: number, to: number): number {
    let written = 0;
    for (let at = from; at < to;) {
      const inside = at % CHUNK;
      const part = this.#chunks[Math.floor(at / CHUNK)]?.subarray(inside, inside + to - at);
      if (part === undefined) break;
      target.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), written);
      written += part.byteLength;
      at += part.length;
    }
    return written;
  }

  /** The chunk that has room for so many more at the end; they must not be more than fit into one. */
  #room(more: number): T {
    const last = this.#chunks.at(-1);
    const used = this.#length % CHUNK;
    if (last !== undefined && used !== 0) return this.#fitting(last, used + more);
    const isFirst = this.#length === 0;
    const chunk = this.#make(isFirst ? sizeFor(more) : CHUNK);
    this.#chunks[Math.floor(this.#length / CHUNK)] = chunk;
    return chunk;
  }

  #fitting(last: T, needed: number): T {
    if (needed <= last.length) return last;
    const larger = this.#make(sizeFor(needed));
    larger.set(last);
    this.#chunks[this.#chunks.length - 1] = larger;
    return larger;
  }
}

function sizeFor(needed: number): number {
  let size = FIRST;
  while (size < needed) size *= 2;
  return size;
}
