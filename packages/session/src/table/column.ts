type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

const CHUNK = 16_384;

/** Numbers that grow at the end. What is there is never copied, so that growing costs no memory twice. */
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
    const last = this.#length % CHUNK === 0 ? this.#grow() : this.#chunks.at(-1);
    if (last !== undefined) last[this.#length % CHUNK] = value;
    this.#length++;
  }

  append(values: T): void {
    for (let done = 0; done < values.length;) {
      const at = this.#length % CHUNK;
      const chunk = at === 0 ? this.#grow() : this.#chunks.at(-1);
      const part = values.subarray(done, done + CHUNK - at);
      chunk?.set(part, at);
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

  #grow(): T {
    const chunk = this.#make(CHUNK);
    this.#chunks.push(chunk);
    return chunk;
  }
}
