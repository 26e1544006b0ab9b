import type { Disk } from "../disk.ts";
import { keptFacts } from "../tree/facts.ts";
import {
  encodeHead,
  encodeText,
  GROUP_HEAD_BYTES,
  groupHead,
  INDEX_FORMAT,
  startDigest,
} from "./checkpoint.ts";
import type { Checkpoint, RowGroup } from "./checkpoint.ts";
import type { EntryTable } from "./entry-table.ts";
import type { Mark } from "./fact-marks.ts";
import { NO_DIGEST } from "./read-index.ts";
import type { SessionFold } from "./session-fold.ts";

/** An index file that this process has read or written, and how many rows it holds. */
export type IndexFile = {
  readonly end: number;
  readonly digest: string;
  readonly rows: number;
  readonly checkpoints: number;
};

export type IndexWork = {
  readonly path: string;
  readonly fold: SessionFold;
  readonly log: Pick<Checkpoint, "place" | "size" | "mtimeMs" | "header" | "problems">;
  /** To be gone on with; null: the file is replaced. */
  readonly file: IndexFile | null;
};

const NO_FILE: IndexFile = { end: 0, digest: NO_DIGEST, rows: 0, checkpoints: 0 };
const GROUP_ROWS = 16_384;
/** From so many on the file is written anew: each costs a little at every opening. */
const MOST_CHECKPOINTS = 64;
/** Larger facts would make every opening slow; without them a branch takes longer to fold. */
const MOST_MARK_CHARS = 32 * 1024;

/**
 * Writes what is new since the last checkpoint, or everything. Not synced: what a power cut tears is
 * not believed. Rejects when the disk does.
 */
export async function writeCheckpoint(disk: Disk, work: IndexWork): Promise<IndexFile> {
  const { path, file, fold } = work;
  const fresh = fold.marks.takeFresh();
  if (file !== null && file.checkpoints < MOST_CHECKPOINTS) {
    const { size } = await disk.stat(path);
    if (size > file.end) await disk.truncate(path, file.end);
    if (size >= file.end) return write(disk, path, "a", framed(work, file, fresh));
  }
  const temporary = `${path}.tmp`;
  try {
    const whole = framed(work, NO_FILE, fold.marks.marks());
    const written = await write(disk, temporary, "w", whole);
    await disk.rename(temporary, path);
    return written;
  } catch (error) {
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

type Framing = { readonly file: IndexFile; readonly text: Uint8Array; readonly table: EntryTable };

function framed({ fold, log }: IndexWork, file: IndexFile, marks: readonly Mark[]): Framing {
  const text = encodeText({
    format: INDEX_FORMAT,
    ...log,
    tree: fold.tree.state(),
    summary: fold.summary,
    facts: keptFacts(fold.facts()),
    marks: marks.flatMap(([row, facts]) => {
      const kept = keptFacts(facts);
      return JSON.stringify(kept).length > MOST_MARK_CHARS ? [] : [[row, kept] as const];
    }),
  });
  return { file, text, table: fold.table };
}

async function write(
  disk: Disk,
  path: string,
  flag: "a" | "w",
  { file, text, table }: Framing,
): Promise<IndexFile> {
  const groups = Math.ceil((table.size - file.rows) / GROUP_ROWS);
  const frame = { before: file.digest, text, groups };
  // Encoded twice and never held as a whole.
  const hash = startDigest(frame);
  for (const group of rowGroups(table, file.rows)) hash.add(group);
  const digest = hash.end();
  const head = Buffer.concat([encodeHead(frame, digest), text]);
  let end = file.end + head.length;
  const target = await disk.open(path, flag);
  try {
    await target.append(head);
    for (const group of rowGroups(table, file.rows)) {
      await target.append(groupHead(group));
      await target.append(group.bytes);
      end += GROUP_HEAD_BYTES + group.bytes.length;
    }
  } finally {
    await target.close();
  }
  return { end, digest, rows: table.size, checkpoints: file.checkpoints + 1 };
}

/** Each in the place of the one before it: there may be many. */
function* rowGroups(table: EntryTable, first: number): Generator<RowGroup> {
  let buffer = new Uint8Array(0);
  for (let from = first; from < table.size; from += GROUP_ROWS) {
    const to = Math.min(table.size, from + GROUP_ROWS);
    const length = table.bytesOf(from, to);
    if (buffer.length < length) buffer = new Uint8Array(length);
    const bytes = buffer.subarray(0, length);
    table.writeTo(bytes, from, to);
    yield { count: to - from, bytes };
  }
}
