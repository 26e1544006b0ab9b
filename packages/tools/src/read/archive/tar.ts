import type { Pieces } from "../../files/file-tree.ts";
import { ArchiveProblem, MOST, plainEntryName, type Archive, type Entry } from "./archive.ts";
import { gzipStream, plainStream, type ByteStream } from "./byte-stream.ts";

const BLOCK = 512;
/** Names and attributes that stand before an entry; nobody needs more. */
const MOST_NOTE_BYTES = 64 * 1024;

/** Whether bytes begin as a tar file does. */
export function isTar(head: Uint8Array): boolean {
  if (head.length < BLOCK) return false;
  return textAt(head, 257, 5) === "ustar" && checksumFits(head);
}

/** Reads through the whole archive once for the list, and again up to an entry to get it. */
export async function openTar(file: Pieces, packed: "gzip" | null): Promise<Archive> {
  const stream = (): ByteStream => (packed === null ? plainStream(file) : gzipStream(file));
  const entries: Entry[] = [];
  let isCut = false;
  for await (const { entry } of entriesOf(stream())) {
    isCut = entries.length === MOST.entries;
    if (isCut) break;
    entries.push(entry);
  }
  return {
    entries,
    isCut,
    async extract(wanted, most) {
      let at = 0;
      for await (const { entry, content } of entriesOf(stream())) {
        if (entries[at++] !== wanted) continue;
        return { bytes: await content(Math.min(most, entry.bytes)), size: entry.bytes };
      }
      throw new ArchiveProblem("It is not in this archive.");
    },
  };
}

type Found = { readonly entry: Entry; readonly content: (most: number) => Promise<Uint8Array> };

async function* entriesOf(stream: ByteStream): AsyncGenerator<Found> {
  let longName: string | null = null;
  for (;;) {
    const head = await stream.take(BLOCK);
    if (head.length < BLOCK || head.every((byte) => byte === 0)) return;
    if (!checksumFits(head)) throw new ArchiveProblem("It is broken: a header does not fit.");
    const bytes = sizeOf(head);
    const padded = Math.ceil(bytes / BLOCK) * BLOCK;
    const kind = textAt(head, 156, 1);
    if (kind === "L" || kind === "x" || kind === "g") {
      const note = await stream.take(Math.min(bytes, MOST_NOTE_BYTES));
      await stream.skip(padded - note.length);
      if (kind !== "g") longName = kind === "L" ? textAt(note, 0, note.length) : paxPath(note);
      continue;
    }
    const name = longName ?? nameOf(head);
    longName = null;
    let taken = 0;
    yield {
      entry: { name: plainEntryName(name), isFolder: kind === "5" || name.endsWith("/"), bytes },
      async content(most) {
        const content = await stream.take(most);
        taken += content.length;
        return content;
      },
    };
    await stream.skip(padded - taken);
  }
}

function nameOf(head: Uint8Array): string {
  const name = textAt(head, 0, 100);
  const prefix = textAt(head, 257, 6) === "ustar" ? textAt(head, 345, 155) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** Octal digits, or a binary number for what they cannot hold. */
function sizeOf(head: Uint8Array): number {
  if (((head[124] ?? 0) & 0x80) !== 0) {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    return safe(Number(view.getBigUint64(128)));
  }
  const digits = textAt(head, 124, 12).trim();
  return digits === "" ? 0 : safe(Number.parseInt(digits, 8));
}

function safe(bytes: number): number {
  if (Number.isSafeInteger(bytes) && bytes >= 0) return bytes;
  throw new ArchiveProblem("It is broken: a size makes no sense.");
}

/** The sum of all bytes of a header, with blanks in the place of the sum. */
function checksumFits(head: Uint8Array): boolean {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 0x20 : (head[at] ?? 0);
  return Number.parseInt(textAt(head, 148, 8).trim(), 8) === sum;
}

/** `27 path=some/long/name` among lines of that form. */
function paxPath(note: Uint8Array): string | null {
  return /^\d+ path=(.*)$/m.exec(textAt(note, 0, note.length))?.[1] ?? null;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}
