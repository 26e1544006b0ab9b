import { dirname, join } from "node:path";
import { IMPORT_NOTE, SESSION_VERSION } from "@squire/protocol/values";
import type { JsonValue } from "@squire/protocol";
import type { DiskFile } from "../disk.ts";
import type { SessionRef } from "../find.ts";
import { sealLine } from "../log/line.ts";
import { LogError, storageError } from "../log/log-error.ts";
import { MAX_LINE_BYTES } from "../log/split-lines.ts";
import { logName, projectKey, sessionsPath } from "../paths.ts";
import type { SessionPorts } from "../ports.ts";
import type { PlacedDraft } from "./imported.ts";

/** Where a session that comes from outside will be: ids and folder are ours, not the source's. */
export type NewPlace = SessionRef & { readonly cwd: string; readonly createdAt: number };

export function newPlace({ ids, clock }: SessionPorts, home: string, cwd: string): NewPlace {
  const id = ids();
  const createdAt = Math.max(0, Math.floor(clock.now()));
  const path = join(sessionsPath(home), projectKey(cwd), logName(createdAt, id));
  return { id, path, cwd, createdAt };
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Writes a log with the drafts where they stand in their tree, and behind them a note about where
 * they came from. It appears under its name only when it is whole and durable.
 */
export async function writeSession(
  { disk, ids }: SessionPorts,
  place: NewPlace,
  drafts: Iterable<PlacedDraft> | AsyncIterable<PlacedDraft>,
  note: () => JsonValue,
): Promise<void> {
  const { path } = place;
  const temporary = `${path}.tmp`;
  const folder = dirname(path);
  try {
    await disk.mkdir(folder);
    const file = await disk.open(temporary, "wx");
    try {
      await writeLines(file, place, drafts, { id: ids(), note });
      await file.fsync();
    } finally {
      await file.close();
    }
    await disk.rename(temporary, path);
    await disk.fsyncDir(folder);
    await disk.fsyncDir(dirname(folder));
  } catch (error) {
    // Whichever of the two is there: what is not surely durable is not imported.
    for (const name of [temporary, path]) await disk.unlink(name).catch(() => undefined);
    throw storageError("write the imported session to", path, error);
  }
}

type Note = { readonly id: string; readonly note: () => JsonValue };

async function writeLines(
  file: DiskFile,
  { id, cwd, createdAt }: NewPlace,
  drafts: Iterable<PlacedDraft> | AsyncIterable<PlacedDraft>,
  { id: noteId, note }: Note,
): Promise<void> {
  const header = { type: "session", version: SESSION_VERSION, id, cwd, createdAt };
  const first = sealLine(header);
  const chunk = { pieces: [first.bytes], size: first.bytes.length };
  let [prev, leaf] = [first.h, null as string | null];
  const add = async ({ id: entryId, parentId, ts, draft }: PlacedDraft): Promise<void> => {
    const { type, ...rest } = draft;
    const line = sealLine({ type, id: entryId, parentId, ts, ...rest, prev });
    if (line.bytes.length > MAX_LINE_BYTES) throw tooLarge(line.bytes.length);
    prev = line.h;
    leaf = draft.type === "leaf" ? draft.targetId : entryId;
    chunk.pieces.push(line.bytes);
    chunk.size += line.bytes.length;
    if (chunk.size >= CHUNK_BYTES) await flush(file, chunk);
  };
  for await (const draft of drafts) await add(draft);
  const custom = { type: "custom", customType: IMPORT_NOTE, data: note() } as const;
  await add({ id: noteId, parentId: leaf, ts: createdAt, draft: custom });
  await flush(file, chunk);
}

async function flush(file: DiskFile, chunk: { pieces: Uint8Array[]; size: number }): Promise<void> {
  await file.append(Buffer.concat(chunk.pieces));
  chunk.pieces = [];
  chunk.size = 0;
}

function tooLarge(bytes: number): LogError {
  return new LogError("invalid", `The session has an entry of ${bytes} bytes.`, {
    advice: "Nothing was imported: an entry may have at most 64 MB.",
  });
}
