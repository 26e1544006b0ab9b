/** The last bytes of a stream, found again by where they stood in it. */
export class ByteRing {
  readonly #bytes: Uint8Array;
  #total = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** How many have ever come. */
  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    const capacity = this.#bytes.length;
    const news = chunk.subarray(Math.max(0, chunk.length - capacity));
    this.#total += chunk.length;
    const start = (this.#total - news.length) % capacity;
    const first = news.subarray(0, capacity - start);
    this.#bytes.set(first, start);
    this.#bytes.set(news.subarray(first.length), 0);
  }

  /** What is left of the stream from a place on, and where that begins. */
  from(place: number): { readonly start: number; readonly bytes: Uint8Array } {
    const capacity = this.#bytes.length;
    const oldest = Math.max(0, this.#total - capacity);
    const start = Math.min(Math.max(place, oldest), this.#total);
    const bytes = new Uint8Array(this.#total - start);
    const at = start % capacity;
    bytes.set(this.#bytes.subarray(at, at + bytes.length));
    const rest = bytes.length - (capacity - at);
    if (rest > 0) bytes.set(this.#bytes.subarray(0, rest), capacity - at);
    return { start, bytes };
  }
}
