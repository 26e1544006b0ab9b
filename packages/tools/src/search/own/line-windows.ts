import { readSync } from "node:fs";

/** Whole lines of a file, as many as were read at once. */
export type LineWindow = {
  readonly bytes: Buffer;
  /** Bytes that are no text were found in it or before it. */
  readonly isBinary: boolean;
};

/** As much as ripgrep reads at once: what it takes for binary depends on it. */
const READ_BYTES = 64 * 1024;
/** A line beyond this is cut in two: no file may fill the memory. */
const MOST_LINE_BYTES = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

/** The file in windows of whole lines; only one of them is in memory at a time. */
export function* lineWindows(file: number): Generator<LineWindow> {
  let buffer: Buffer = Buffer.alloc(READ_BYTES);
  let held = readSync(file, buffer, 0, READ_BYTES, null);
  if (wideEncoding(buffer.subarray(0, held)) !== null) {
    yield* wideWindows(file, Buffer.from(buffer.subarray(0, held)));
    return;
  }
  held -= dropStart(buffer, markLength(buffer.subarray(0, held)), held);
  let isBinary = buffer.subarray(0, held).includes(0);
  for (let isEnd = held === 0; ;) {
    const isLong = held > MOST_LINE_BYTES;
    const end = isEnd || isLong ? held : buffer.lastIndexOf(NEWLINE, held - 1) + 1;
    if (end > 0) yield { bytes: buffer.subarray(0, end), isBinary };
    if (isEnd) return;
    held -= dropStart(buffer, end, held);
    if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const read = readSync(file, buffer, held, buffer.length - held, null);
    isBinary ||= buffer.subarray(held, held + read).includes(0);
    isEnd = read === 0;
    held += read;
  }
}

function dropStart(buffer: Buffer, count: number, held: number): number {
  if (count > 0) buffer.copyWithin(0, count, held);
  return count;
}

/** The whole of a file. */
export function wholeText(file: number, size: number): Buffer {
  const buffer = Buffer.alloc(size);
  let held = 0;
  for (;;) {
    const read = held < size ? readSync(file, buffer, held, size - held, null) : 0;
    held += read;
    if (read === 0) break;
  }
  const bytes = buffer.subarray(0, held);
  const encoding = wideEncoding(bytes);
  return encoding === null ? bytes.subarray(markLength(bytes)) : fromWide(bytes, encoding);
}

type Wide = "utf-16le" | "utf-16be";

function wideEncoding(bytes: Uint8Array): Wide | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function fromWide(bytes: Uint8Array, encoding: Wide): Buffer {
  return Buffer.from(new TextDecoder(encoding).decode(bytes), "utf8");
}

/** Wide texts are small and rare: they are read at once, up to a limit. */
function* wideWindows(file: number, first: Buffer): Generator<LineWindow> {
  const chunks = [first];
  for (let held = first.length; held < MOST_LINE_BYTES;) {
    const chunk = Buffer.alloc(READ_BYTES);
    const read = readSync(file, chunk, 0, chunk.length, null);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    held += read;
  }
  const all = Buffer.concat(chunks);
  const bytes = fromWide(all, wideEncoding(all) ?? "utf-16le");
  yield { bytes, isBinary: bytes.includes(0) };
}
