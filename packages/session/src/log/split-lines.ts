import type { Disk, DiskFile } from "../disk.ts";

/** A line as it lies in the file. */
export type RawLine = {
  /** Counted from 1. */
  readonly line: number;
  readonly offset: number;
  /** The offset behind its newline. */
  readonly end: number;
  /** Where `bytes` begin. */
  readonly start: number;
  /** Without newline and carriage return; empty when it is too long. */
  readonly bytes: Uint8Array;
  /** False for what stands behind the last newline. */
  readonly terminated: boolean;
  readonly tooLong: boolean;
};

export type Start = { readonly offset: number; readonly line: number };

/** The longest line that is read; the writer refuses longer ones. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BOM = [0xef, 0xbb, 0xbf] as const;

/** The lines of a file, chunk by chunk: memory holds a chunk and at most one line. */
export async function* splitLines(
  disk: Disk,
  path: string,
  start: Start = { offset: 0, line: 1 },
): AsyncGenerator<readonly RawLine[]> {
  const file = await disk.open(path, "r");
  try {
    yield* splitFile(file, start);
  } finally {
    await file.close();
  }
}

async function* splitFile(file: DiskFile, start: Start): AsyncGenerator<readonly RawLine[]> {
  const pending = new PendingLine(start);
  for (let position = start.offset; ;) {
    const chunk = await file.read(position, CHUNK_BYTES);
    if (chunk.length === 0) break;
    position += chunk.length;
    const lines: RawLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      pending.add(chunk.subarray(from, at));
      lines.push(pending.take(true));
      from = at + 1;
    }
    pending.add(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (pending.length > 0) yield [pending.take(false)];
}

/** The bytes since the last newline. */
class PendingLine {
  #pieces: Uint8Array[] = [];
  #length = 0;
  #offset: number;
  #line: number;

  constructor({ offset, line }: Start) {
    this.#offset = offset;
    this.#line = line;
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > MAX_LINE_BYTES) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  take(terminated: boolean): RawLine {
    const tooLong = this.#length > MAX_LINE_BYTES;
    const [first, ...more] = this.#pieces;
    const whole = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#pieces);
    const end = this.#offset + this.#length + (terminated ? 1 : 0);
    const place = { line: this.#line, offset: this.#offset, end };
    const skipped = this.#offset === 0 ? markLength(whole) : 0;
    const bytes = withoutReturn(whole.subarray(skipped));
    const taken = { ...place, start: place.offset + skipped, bytes, terminated, tooLong };
    this.#pieces = [];
    this.#length = 0;
    this.#offset = end;
    this.#line++;
    return taken;
  }
}

/** Editors put a byte order mark in front of a file and a carriage return behind a line. */
function markLength(bytes: Uint8Array): number {
  return BOM.every((byte, at) => bytes[at] === byte) ? BOM.length : 0;
}

function withoutReturn(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
}
