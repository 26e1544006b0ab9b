import type { Disk, DiskFile } from "../disk.ts";
import { ifThere } from "../disk.ts";
import {
  decodeGroupHead,
  decodeHead,
  GROUP_HEAD_BYTES,
  HEAD_BYTES,
  INDEX_FORMAT,
  startDigest,
} from "./checkpoint.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { EntryTable } from "./entry-table.ts";

/** What a file of checkpoints says, as far as it is whole. */
export type ReadIndex = {
  readonly table: EntryTable;
  readonly last: Checkpoint;
  readonly marks: Checkpoint["marks"];
  /** Up to where the file can be believed, and the hash of that part. */
  readonly end: number;
  readonly digest: string;
  readonly checkpoints: number;
};

/** In front of the first checkpoint. */
export const NO_DIGEST = "0".repeat(64);

/** Null when there is nothing in it that can be believed. Rejects only when the disk does. */
export async function readIndexFile(disk: Disk, path: string): Promise<ReadIndex | null> {
  const file = await ifThere(disk.open(path, "r"));
  if (file === null) return null;
  try {
    const { size } = await disk.stat(path);
    const first = await readCheckpoints(file, size);
    // What is damaged has left its rows in the table: once more, up to there.
    return first.isWhole ? first.read : (await readCheckpoints(file, first.read?.end ?? 0)).read;
  } finally {
    await file.close();
  }
}

type Outcome = { readonly read: ReadIndex | null; readonly isWhole: boolean };

async function readCheckpoints(file: DiskFile, size: number): Promise<Outcome> {
  const table = new EntryTable();
  const marks: Checkpoint["marks"][number][] = [];
  let last: Checkpoint | null = null;
  let [at, before, checkpoints] = [0, NO_DIGEST, 0];
  let isWhole = true;
  while (at < size) {
    const found = await readOne(file, table, { at, size, before });
    isWhole = found !== null;
    if (found === null) break;
    for (const mark of found.checkpoint.marks) marks.push(mark);
    [last, at, before] = [found.checkpoint, found.end, found.digest];
    checkpoints++;
  }
  const read = last && { table, last, marks, end: at, digest: before, checkpoints };
  return { read, isWhole };
}

type Reading = { readonly at: number; readonly size: number; readonly before: string };

/**
 * Adds the rows of a checkpoint to the table. Null when it is torn, damaged, of another format, or
 * does not follow the one before it.
 */
async function readOne(file: DiskFile, table: EntryTable, { at, size, before }: Reading) {
  const head = decodeHead(await file.read(at, HEAD_BYTES));
  if (head === null || at + HEAD_BYTES + head.textBytes > size) return null;
  const text = await file.read(at + HEAD_BYTES, head.textBytes);
  let end = at + HEAD_BYTES + head.textBytes;
  const hash = startDigest({ before, text, groups: head.groups });
  for (let group = 0; group < head.groups; group++) {
    const sizes = await file.read(end, GROUP_HEAD_BYTES);
    if (sizes.length < GROUP_HEAD_BYTES) return null;
    const { count, length } = decodeGroupHead(sizes);
    end += GROUP_HEAD_BYTES + length;
    if (end > size) return null;
    const bytes = await file.read(end - length, length);
    hash.add({ count, bytes });
    if (!table.append(bytes, count)) return null;
  }
  if (hash.end() !== head.digest) return null;
  const checkpoint: Checkpoint = JSON.parse(new TextDecoder().decode(text));
  if (checkpoint.format !== INDEX_FORMAT) return null;
  return { checkpoint, end, digest: head.digest };
}
