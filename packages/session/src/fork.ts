import { dirname } from "node:path";
import { IMPORT_NOTE, SESSION_VERSION } from "@squire/protocol/values";
import type { Disk, DiskFile } from "./disk.ts";
import { sealLine } from "./log/line.ts";
import type { NewHeader } from "./log/open.ts";
import type { LogEntry } from "./log/read.ts";

const CHUNK_BYTES = 1024 * 1024;

/**
 * Writes a new log with copies of the entries, one behind the other, with every field they have
 * (SES-7). It appears under its name only when it is whole and durable.
 */
export async function writeFork(
  disk: Disk,
  path: string,
  header: NewHeader,
  entries: Iterable<LogEntry>,
): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await disk.open(temporary, "w");
  try {
    await writeLines(file, header, entries);
    await file.fsync();
    await file.close();
    await disk.rename(temporary, path);
    await disk.fsyncDir(dirname(path));
  } catch (error) {
    await file.close().catch(() => undefined);
    await disk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/** Whose words it holds is no better known in a copy: the note goes along from any branch, in front of all. */
export function* withImportNote(
  entries: Iterable<LogEntry>,
  { id, createdAt }: NewHeader,
): Generator<LogEntry> {
  const place = { id: `${id}-import`, parentId: null, ts: createdAt, prev: "", h: "" };
  const value = { type: "custom", customType: IMPORT_NOTE, data: {}, ...place } as const;
  yield { kind: "known", value };
  yield* entries;
}

async function writeLines(
  file: DiskFile,
  header: NewHeader,
  entries: Iterable<LogEntry>,
): Promise<void> {
  const first = sealLine({ type: "session", version: SESSION_VERSION, ...header });
  let pieces = [first.bytes];
  let size = first.bytes.length;
  let prev = first.h;
  let parentId: string | null = null;
  for (const { value } of entries) {
    // On a branch a `leaf` has done its work; copied, it would move the end again.
    if (value.type === "leaf") continue;
    // What was of an older version was upgraded when it was read.
    const { prev: _prev, h: _h, ...kept } = { ...value, v: undefined, parentId };
    const line = sealLine({ ...kept, prev });
    prev = line.h;
    parentId = value.id;
    pieces.push(line.bytes);
    size += line.bytes.length;
    if (size < CHUNK_BYTES) continue;
    await file.append(Buffer.concat(pieces));
    pieces = [];
    size = 0;
  }
  await file.append(Buffer.concat(pieces));
}
