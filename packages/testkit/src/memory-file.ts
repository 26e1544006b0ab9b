type Change =
  | { readonly type: "write"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly type: "truncate"; readonly size: number };

/** The content of one file: what readers see, and what a power cut would leave. */
export class MemoryFile {
  #content = new Uint8Array(0);
  #durable = new Uint8Array(0);
  #unsynced: Change[] = [];
  readonly #now: () => number;
  #changedAt: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#changedAt = now();
  }

  get changedAt(): number {
    return this.#changedAt;
  }

  get size(): number {
    return this.#content.length;
  }

  bytes(): Uint8Array {
    return this.#content.slice();
  }

  read(from: number, length: number): Uint8Array {
    return this.#content.slice(from, from + length);
  }

  write(bytes: Uint8Array, at: number): void {
    this.#change({ type: "write", at, bytes: bytes.slice() });
  }

  truncate(size: number): void {
    this.#change({ type: "truncate", size });
  }

  sync(): void {
    this.#durable = this.#content.slice();
    this.#unsynced = [];
  }

  /** Only what was synced stays, and the first `keep` bytes written since. */
  crash(keep: number): void {
    let left = keep;
    let content = this.#durable;
    for (const change of this.#unsynced) {
      if (left <= 0) break;
      if (change.type === "truncate") content = applied(content, change);
      else {
        content = applied(content, { ...change, bytes: change.bytes.subarray(0, left) });
        left -= change.bytes.length;
      }
    }
    this.#content = content.slice();
    this.sync();
  }

  #change(change: Change): void {
    this.#unsynced.push(change);
    this.#changedAt = this.#now();
    this.#content = applied(this.#content, change);
  }
}

function applied(content: Uint8Array, change: Change): Uint8Array<ArrayBuffer> {
  if (change.type === "truncate") {
    const cut = new Uint8Array(change.size);
    cut.set(content.subarray(0, change.size));
    return cut;
  }
  // POSIX: writing nothing does not extend a file.
  const end = change.bytes.length === 0 ? 0 : change.at + change.bytes.length;
  const grown = new Uint8Array(Math.max(content.length, end));
  grown.set(content);
  if (end > 0) grown.set(change.bytes, change.at);
  return grown;
}
