import { mostPerFile } from "../harvest.ts";
import { KEPT_LINE_BYTES, type FileHit, type HitLine, type Query } from "../query.ts";

/** Takes the output of ripgrep in pieces of any size. */
export type OutputReader = {
  push(chunk: Uint8Array): void;
  /** Nothing more comes. */
  end(): void;
};

type OnHit = (hit: FileHit) => void;

export function outputReader(query: Query, onHit: OnHit): OutputReader {
  const { output } = query;
  if (output !== "content") return new ListReader(output, onHit);
  return new ContentReader(mostPerFile(query), onHit);
}

const NEWLINE = 0x0a;
const NUL = 0x00;
const RETURN = 0x0d;

/** `path NUL`, and behind it a count and a newline where those are wanted. */
class ListReader implements OutputReader {
  readonly #output: "files" | "count";
  readonly #onHit: OnHit;
  #rest: Buffer = Buffer.alloc(0);

  constructor(output: "files" | "count", onHit: OnHit) {
    this.#output = output;
    this.#onHit = onHit;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const nul = bytes.indexOf(NUL, at);
      if (nul === -1) break;
      const end = this.#output === "count" ? bytes.indexOf(NEWLINE, nul) : nul;
      if (end === -1) break;
      const path = plainPath(bytes.toString("utf8", at, nul));
      const count = this.#output === "count" ? Number(bytes.toString("latin1", nul + 1, end)) : 1;
      this.#onHit({ path, count, lines: [], isBinary: false });
      at = end + 1;
    }
    this.#rest = bytes.subarray(at);
  }

  end(): void {
    this.#rest = Buffer.alloc(0);
  }
}

/** What is kept of a line of output: the path before it and what may be shown of it. */
const KEPT_BYTES = 64 * 1024;
const BINARY =
  /^(.*): (?:WARNING: stopped searching binary file after match|(binary file matches)) \(found .* byte around offset \d+\)$/s;

/**
 * Lines grouped by file: `path NUL number:text`, then `number:text` for further matches and
 * `number-text` for lines around them. In bounded memory, however long a line is.
 */
class ContentReader implements OutputReader {
  readonly #mostMatched: number;
  readonly #onHit: OnHit;
  #partial: Buffer = Buffer.alloc(0);
  #path: string | null = null;
  #lines: HitLine[] = [];
  #matched = 0;
  #isBinary = false;

  constructor(mostMatched: number, onHit: OnHit) {
    this.#mostMatched = mostMatched;
    this.#onHit = onHit;
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, at);
      if (end === -1) break;
      this.#line(this.#joined(bytes.subarray(at, end)));
      at = end + 1;
    }
    if (at < bytes.length) this.#partial = this.#joined(bytes.subarray(at));
  }

  end(): void {
    if (this.#partial.length > 0) this.#line(this.#joined(Buffer.alloc(0)));
    this.#endFile();
  }

  /** What came of this line before, and this; only as much as is of use. */
  #joined(bytes: Buffer): Buffer {
    const before = this.#partial;
    this.#partial = Buffer.alloc(0);
    if (before.length === 0) return Buffer.from(bytes.subarray(0, KEPT_BYTES));
    return Buffer.concat([before, bytes.subarray(0, Math.max(0, KEPT_BYTES - before.length))]);
  }

  #line(line: Buffer): void {
    const first = line[0];
    if (first === undefined) return;
    // All paths begin with a dot, so a digit begins a line of the present file.
    if (first >= 0x30 && first <= 0x39) this.#text(line);
    else if (first === 0x2e) this.#header(line);
  }

  #header(line: Buffer): void {
    const nul = line.indexOf(NUL);
    if (nul === -1) {
      const message = BINARY.exec(line.toString("utf8"));
      // A name with a newline in it: the rest follows.
      if (message === null) this.#partial = Buffer.concat([line, Buffer.from("\n")]);
      else this.#binary(plainPath(message[1] ?? ""), message[2] !== undefined);
      return;
    }
    this.#endFile();
    this.#path = plainPath(line.toString("utf8", 0, nul));
    this.#text(line.subarray(nul + 1));
  }

  #binary(path: string, isHidden: boolean): void {
    if (!isHidden) return;
    if (this.#path !== path) this.#endFile();
    this.#path = path;
    this.#isBinary = true;
  }

  #text(line: Buffer): void {
    if (this.#matched >= this.#mostMatched) return;
    let at = 0;
    let number = 0;
    for (; at < line.length; at++) {
      const digit = (line[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      number = number * 10 + digit;
    }
    const isMatch = line[at] === 0x3a;
    let end = line.length;
    while (line[end - 1] === RETURN) end -= 1;
    // A copy: what is kept must not hold the whole chunk.
    const bytes = Buffer.from(line.subarray(at + 1, Math.min(end, at + 1 + KEPT_LINE_BYTES)));
    this.#lines.push({ number, isMatch, bytes, skipped: 0 });
    if (isMatch) this.#matched += 1;
  }

  #endFile(): void {
    const path = this.#path;
    if (path !== null) {
      const count = this.#matched;
      this.#onHit({ path, count, lines: this.#lines, isBinary: this.#isBinary });
    }
    this.#path = null;
    this.#lines = [];
    this.#matched = 0;
    this.#isBinary = false;
  }
}

/** A path as ripgrep was asked for it, without the dot before it. */
export function plainPath(path: string): string {
  return path.replaceAll("\\", process.platform === "win32" ? "/" : "\\").replace(/^\.\//, "");
}
