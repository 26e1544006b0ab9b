import type { Pieces } from "../../files/file-tree.ts";
import { ArchiveProblem, MOST, plainEntryName, type Archive, type Entry } from "./archive.ts";
import { firstOf, unpack, type Packed } from "./unpack.ts";

type ZipEntry = Entry & {
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedBytes: number;
  readonly offset: number;
};

const END = 0x06054b50;
const END_64_POINTER = 0x07064b50;
const END_64 = 0x06064b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of a zip file may have a comment behind it. */
const TAIL_BYTES = 22 + 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** By the list at its end, so that only what is wanted is unpacked. */
export async function openZip(file: Pieces): Promise<Archive> {
  const directory = await findDirectory(file);
  const bytes = await file.read(directory.offset, directory.size);
  const { entries, isCut } = listEntries(viewOf(bytes), directory.shift);
  return {
    entries,
    isCut,
    async extract(entry, most) {
      const found = entries.find((one) => one === entry);
      if (found === undefined) throw new ArchiveProblem("It is not in this archive.");
      return extract(file, found, most);
    },
  };
}

type Directory = { readonly offset: number; readonly size: number; readonly shift: number };

async function findDirectory(file: Pieces): Promise<Directory> {
  const tailAt = Math.max(0, file.size - TAIL_BYTES);
  const tail = viewOf(await file.read(tailAt, TAIL_BYTES));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw new ArchiveProblem("It has no list of its content: it is cut off or broken.");
  let size = tail.getUint32(at + 12, true);
  let offset = tail.getUint32(at + 16, true);
  let end = tailAt + at;
  const hasPointer = at >= 20 && tail.getUint32(at - 20, true) === END_64_POINTER;
  if (hasPointer && (offset === 0xffffffff || size === 0xffffffff)) {
    end = Number(tail.getBigUint64(at - 20 + 8, true));
    const large = viewOf(await file.read(end, 56));
    if (large.byteLength < 56 || large.getUint32(0, true) !== END_64) throw broken();
    size = Number(large.getBigUint64(40, true));
    offset = Number(large.getBigUint64(48, true));
  }
  if (size > MOST.directoryBytes) throw new ArchiveProblem("The list of its content is too long.");
  // A program may stand before the archive; then all offsets are shifted.
  const shift = end - size - offset;
  if (shift < 0) throw broken();
  return { offset: offset + shift, size, shift };
}

function listEntries(
  view: DataView,
  shift: number,
): { readonly entries: readonly ZipEntry[]; readonly isCut: boolean } {
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= view.byteLength;) {
    if (view.getUint32(at, true) !== LISTED) throw broken();
    if (entries.length === MOST.entries) return { entries, isCut: true };
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const length = 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (at + length > view.byteLength) throw broken();
    entries.push(entryAt(view, at, { nameBytes, extraBytes, shift }));
    at += length;
  }
  return { entries, isCut: false };
}

function entryAt(
  view: DataView,
  at: number,
  about: { readonly nameBytes: number; readonly extraBytes: number; readonly shift: number },
): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const raw = bytesOf(view, at + 46, about.nameBytes);
  const extra = new DataView(
    view.buffer,
    view.byteOffset + at + 46 + about.nameBytes,
    about.extraBytes,
  );
  const name = decodeName(unicodeName(extra) ?? raw);
  const [bytes, packedBytes, offset] = large(extra, [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]);
  return {
    name: plainEntryName(name),
    isFolder: /[/\\]$/.test(name),
    bytes,
    method: view.getUint16(at + 10, true),
    encrypted: (flags & 1) !== 0,
    packedBytes,
    offset: offset + about.shift,
  };
}

/** Names are UTF-8 by now, said so or not; old ones are in the letters of some country. */
function decodeName(raw: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return new TextDecoder("windows-1252").decode(raw);
  }
}

/** Some programs store a plain name, and the real one in a field of its own. */
function unicodeName(extra: DataView): Uint8Array | null {
  for (const { kind, at, length } of fieldsOf(extra)) {
    if (kind === 0x7075 && length > 5) return bytesOf(extra, at + 5, length - 5);
  }
  return null;
}

function* fieldsOf(extra: DataView) {
  for (let at = 0; at + 4 <= extra.byteLength;) {
    const [kind, length] = [extra.getUint16(at, true), extra.getUint16(at + 2, true)];
    if (at + 4 + length > extra.byteLength) return;
    yield { kind, at: at + 4, length };
    at += 4 + length;
  }
}

/** Numbers that do not fit into 32 bits stand in a field of their own, in this order. */
function large(
  extra: DataView,
  numbers: readonly [number, number, number],
): readonly [number, number, number] {
  const field = [...fieldsOf(extra)].find(({ kind }) => kind === 1);
  if (field === undefined) return numbers;
  let next = field.at;
  const read = (number: number): number => {
    if (number !== 0xffffffff || next + 8 > field.at + field.length) return number;
    next += 8;
    return Number(extra.getBigUint64(next - 8, true));
  };
  return [read(numbers[0]), read(numbers[1]), read(numbers[2])];
}

async function extract(
  file: Pieces,
  entry: ZipEntry,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly size: number }> {
  if (entry.encrypted) throw new ArchiveProblem("It is encrypted.");
  const head = viewOf(await file.read(entry.offset, 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw broken();
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (entry.method === STORED) {
    const bytes = await file.read(start, Math.min(most, entry.packedBytes));
    return { bytes, size: entry.packedBytes };
  }
  if (entry.method !== DEFLATED) {
    throw new ArchiveProblem(`It is packed in a way that is not known here (${entry.method}).`);
  }
  const packed: Packed = {
    size: entry.packedBytes,
    read: (position, length) =>
      file.read(start + position, Math.min(length, entry.packedBytes - position)),
  };
  const { bytes, isAll } = await firstOf(unpack(packed, "deflate"), most);
  // What an archive claims about itself may be wrong.
  return { bytes, size: isAll ? bytes.length : Math.max(entry.bytes, bytes.length + 1) };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bytesOf(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length);
}

function broken(): ArchiveProblem {
  return new ArchiveProblem("The list of its content is broken.");
}
