import type { Disk, DiskFile } from "@squire/platform";
import { EMPTY_HEAD, readLine, type AuditHead } from "./audit-line.ts";

const BLOCK_BYTES = 4 * 1024;
/** No entry is longer; whoever put something longer there did not do it through us. */
const MOST_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

export type FileEnd = {
  readonly head: AuditHead;
  /** The last line has no end: a write was interrupted. */
  readonly isTorn: boolean;
};

/** The end of the record, read from behind: the cost does not grow with the file. */
export async function readEnd(disk: Disk, path: string): Promise<FileEnd> {
  const size = await sizeOf(disk, path);
  if (size === 0) return { head: EMPTY_HEAD, isTorn: false };
  const file = await disk.open(path, "r");
  try {
    const lines = await lastLines(file, size);
    const last = lines.at(-1);
    if (last === undefined) return { head: EMPTY_HEAD, isTorn: false };
    const seq = lines.findLast(({ read }) => read.type === "entry")?.read;
    return {
      head: { seq: seq?.type === "entry" ? seq.entry.seq : 0, h: last.read.h },
      isTorn: !last.isEnded,
    };
  } finally {
    await file.close();
  }
}

async function sizeOf(disk: Disk, path: string): Promise<number> {
  try {
    return (await disk.stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}

type Line = { readonly read: ReturnType<typeof readLine>; readonly isEnded: boolean };

/** As many lines from behind as it takes to see one that is whole. */
async function lastLines(file: DiskFile, size: number): Promise<readonly Line[]> {
  for (let length = BLOCK_BYTES; ; length *= 4) {
    const from = Math.max(0, size - length);
    const bytes = await file.read(from, size - from);
    const lines = linesOf(bytes, from === 0);
    const isEnough = lines.some(({ read }) => read.type === "entry");
    if (isEnough || from === 0 || length > MOST_BYTES) return lines;
  }
}

function linesOf(bytes: Uint8Array, isWhole: boolean): readonly Line[] {
  const lines: Line[] = [];
  // What stands before the first newline may be the end of a longer line.
  let start = isWhole ? 0 : bytes.indexOf(NEWLINE) + 1;
  if (start === 0 && !isWhole) return [];
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    lines.push({ read: readLine(bytes.subarray(start, end)), isEnded: newline !== -1 });
    start = end + 1;
  }
  return lines;
}
