import { OutputCleaner } from "./output-cleaner.ts";
import { decodeUtf8, joined, strayHead, unfinishedTail } from "./utf8.ts";

/** What is known of some output; all counts are of the clean text, in bytes of UTF-8. */
export type OutputView = {
  /** All of it, or its head and its tail with a line between them that says what is missing. */
  readonly text: string;
  readonly truncated: boolean;
  readonly droppedBytes: number;
  readonly droppedLines: number;
  readonly totalBytes: number;
  readonly totalLines: number;
};

const LF = 10;

/** The head and the tail of a stream of any length, in constant memory. */
export class OutputWindow {
  readonly #cleaner = new OutputCleaner();
  readonly #head: Uint8Array;
  readonly #tail: Ring;
  #totalBytes = 0;
  #newlines = 0;
  #last = LF;

  /** Keeps up to so many bytes, one half of them from each end. */
  constructor(capacity: number) {
    this.#head = new Uint8Array(Math.floor(capacity / 2));
    this.#tail = new Ring(Math.ceil(capacity / 2));
  }

  push(chunk: Uint8Array): void {
    this.#append(this.#cleaner.push(chunk));
  }

  /** Nothing more will come. */
  end(): void {
    this.#append(this.#cleaner.end());
  }

  view(): OutputView {
    const total = this.#totalBytes;
    const totalLines = this.#newlines + (this.#last === LF ? 0 : 1);
    const head = this.#head.subarray(0, Math.min(total, this.#head.length));
    const tail = this.#tail.bytes();
    if (head.length + tail.length === total) {
      const text = decodeUtf8(joined(head, tail));
      const none = { truncated: false, droppedBytes: 0, droppedLines: 0 };
      return { text, ...none, totalBytes: total, totalLines };
    }
    const start = head.subarray(0, head.length - unfinishedTail(head));
    const end = tail.subarray(strayHead(tail));
    const droppedBytes = total - start.length - end.length;
    const droppedLines = this.#newlines - newlinesIn(start) - newlinesIn(end);
    const mark = `\n[… ${droppedBytes} bytes, ${droppedLines} lines left out …]\n`;
    const text = decodeUtf8(start) + mark + decodeUtf8(end);
    return { text, truncated: true, droppedBytes, droppedLines, totalBytes: total, totalLines };
  }

  #append(bytes: Uint8Array): void {
    const room = Math.max(0, this.#head.length - this.#totalBytes);
    this.#head.set(bytes.subarray(0, room), this.#head.length - room);
    this.#tail.append(bytes.subarray(room));
    this.#totalBytes += bytes.length;
    this.#newlines += newlinesIn(bytes);
    this.#last = bytes.at(-1) ?? this.#last;
  }
}

/** The last bytes of a stream. */
class Ring {
  readonly #bytes: Uint8Array;
  #next = 0;
  #full = false;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  append(bytes: Uint8Array): void {
    const capacity = this.#bytes.length;
    const news = bytes.subarray(Math.max(0, bytes.length - capacity));
    const first = news.subarray(0, capacity - this.#next);
    this.#bytes.set(first, this.#next);
    this.#bytes.set(news.subarray(first.length), 0);
    if (this.#next + news.length >= capacity) this.#full = true;
    this.#next = capacity === 0 ? 0 : (this.#next + news.length) % capacity;
  }

  bytes(): Uint8Array {
    if (!this.#full) return this.#bytes.slice(0, this.#next);
    const whole = new Uint8Array(this.#bytes.length);
    whole.set(this.#bytes.subarray(this.#next));
    whole.set(this.#bytes.subarray(0, this.#next), this.#bytes.length - this.#next);
    return whole;
  }
}

function newlinesIn(bytes: Uint8Array): number {
  let count = 0;
  // By index: searching for each is much slower where lines are short.
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LF) count++;
  return count;
}
