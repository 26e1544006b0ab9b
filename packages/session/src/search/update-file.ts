import type { DatabaseSync } from "node:sqlite";
import type { Entry, SessionHeader } from "@squire/protocol";
import type { Disk } from "../disk.ts";
import { statedHash } from "../log/line.ts";
import { readLog } from "../log/read.ts";
import type { LogLine } from "../log/read.ts";
import type { LogName } from "../paths.ts";
import { headerOf } from "../summarise.ts";
import { knownCost, NO_TOTALS } from "../tree/usage.ts";
import { inTransaction } from "@squire/platform";
import { newFold, parseFold } from "./fold.ts";
import type { IndexFold } from "./fold.ts";
import type { ArtifactFacts, IndexWriter } from "./index-writer.ts";

/** How far a log has been read, and what must be known to go on. */
type Place = {
  readonly size: number;
  readonly line: number;
  /** The hash of the last line. */
  readonly h: string;
  readonly version: number;
  readonly fold: IndexFold;
};

/** What is known of an artifact; null when it is not there. The path is that of the log. */
export type FindArtifact = (logPath: string, id: string) => Promise<ArtifactFacts | null>;

export type IndexParts = {
  readonly database: DatabaseSync;
  readonly writer: IndexWriter;
  readonly findArtifact?: FindArtifact;
};
export type LogFile = { readonly path: string; readonly name: LogName };

export type FileUpdate =
  | { readonly kind: "same" | "updated" }
  /** It is in the index as far as it could be read. */
  | { readonly kind: "problem"; readonly message: string };

const BATCH_LINES = 500;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Whether a log has nothing that is not in the index. */
export async function isCurrent(
  { database }: IndexParts,
  disk: Disk,
  { path }: LogFile,
): Promise<boolean> {
  const kept = placeOf(database, path);
  if (kept === null) return false;
  const { size } = await disk.stat(path);
  return kept.size === size && isContinued(disk, path, size, kept);
}

/**
 * Brings the index up to the end of a log. What was read before is not read again unless the log
 * was cut or replaced. Memory holds one batch of lines; each batch is one transaction.
 */
export async function updateFile(
  parts: IndexParts,
  disk: Disk,
  file: LogFile,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<FileUpdate> {
  const { size } = await disk.stat(file.path);
  const kept = placeOf(parts.database, file.path);
  if (kept !== null && (await isContinued(disk, file.path, size, kept))) {
    if (kept.size === size) return { kind: "same" };
    return readOn(parts, disk, { file, start: kept, onBytes });
  }
  if (kept !== null) forgetFile(parts.database, file.path);
  const other = claimedBy(parts.database, file);
  if (other !== null) return problem(`it has the same id as ${other}`);
  return readOn(parts, disk, { file, start: null, onBytes });
}

export function forgetFile(database: DatabaseSync, path: string): void {
  inTransaction(database, () => {
    const row = database.prepare("SELECT session_id FROM files WHERE path = ?").get(path);
    const id = row?.["session_id"];
    if (typeof id !== "string") return;
    const texts = "SELECT id FROM texts WHERE session_id = ?";
    database.prepare(`DELETE FROM texts_fts WHERE rowid IN (${texts})`).run(id);
    database.prepare("DELETE FROM sessions WHERE id = ?").run(id);
  });
}

type Reading = {
  readonly file: LogFile;
  readonly start: Place | null;
  readonly onBytes: (bytes: number) => void;
};

async function readOn(parts: IndexParts, disk: Disk, reading: Reading): Promise<FileUpdate> {
  const { file, start, onBytes } = reading;
  const from = start === null ? {} : { from: { ...start, offset: start.size } };
  let place = start;
  let batch: Item[] = [];
  const commit = (): boolean => {
    const next = commitBatch(parts, file, place, batch);
    if (next === null) return false;
    onBytes(next.size - (place?.size ?? 0));
    [place, batch] = [next, []];
    return true;
  };
  for await (const line of readLog(disk, file.path, from)) {
    // Somebody is still writing it.
    if (!line.terminated) break;
    if (line.problem?.code === "version") {
      if (batch.length > 0) commit();
      return problem(line.problem.message);
    }
    batch.push(await itemOf(parts, file, line));
    const bytes = line.end - (batch[0]?.line.offset ?? 0);
    const isFull = batch.length >= BATCH_LINES || bytes >= BATCH_BYTES;
    // Another process has taken over; what it has not done the next update will do.
    if (isFull && !commit()) return { kind: "updated" };
  }
  if (batch.length > 0) commit();
  return place === null ? problem("it is empty") : { kind: "updated" };
}

type Item = {
  readonly line: LogLine;
  readonly entry: Entry | null;
  readonly artifact: ArtifactFacts | null;
};

async function itemOf({ findArtifact }: IndexParts, file: LogFile, line: LogLine): Promise<Item> {
  const entry = line.kind === "entry" && line.entry.kind === "known" ? line.entry.value : null;
  const id = entry?.type === "tool_result" ? entry.details.artifactId : undefined;
  const artifact = id === undefined ? null : ((await findArtifact?.(file.path, id)) ?? null);
  return { line, entry, artifact };
}

/** Null when the index does not stand where this reading began. */
function commitBatch(
  { database, writer }: IndexParts,
  file: LogFile,
  start: Place | null,
  batch: readonly Item[],
): Place | null {
  return inTransaction(database, () => {
    const now = placeOf(database, file.path);
    if (now?.size !== start?.size || now?.h !== start?.h) return null;
    const { id } = file.name;
    let place = start ?? begin(database, file, batch);
    for (const { line, entry, artifact } of batch) {
      const fold = entry === null ? place.fold : writer.add(id, place.fold, entry, artifact);
      place = { ...place, size: line.end, line: line.line + 1, h: line.h ?? "", fold };
    }
    saveSession(database, id, place.fold);
    savePlace(database, file.path, place);
    return place;
  });
}

function begin(database: DatabaseSync, file: LogFile, batch: readonly Item[]): Place {
  const first = batch.find(({ line }) => line.kind === "header")?.line;
  const header: SessionHeader = first?.kind === "header" ? first.header : headerOf(file.name);
  const { createdAt, cwd, name, parentSession, version } = header;
  const { id } = file.name;
  const fold = newFold(createdAt);
  database
    .prepare("INSERT INTO sessions VALUES (?, NULL, ?, ?, NULL, ?, NULL)")
    .run(id, createdAt, createdAt, cwd);
  database
    .prepare("INSERT INTO files VALUES (?, ?, 0, 1, '', ?, ?, ?, NULL, 0, '')")
    .run(file.path, id, version, name ?? null, parentSession ?? null);
  return { size: 0, line: 1, h: "", version, fold };
}

function saveSession(database: DatabaseSync, id: string, fold: IndexFold): void {
  const { mode, title, updatedAt, requests, costUsd, unpriced } = fold;
  const cost = knownCost({ ...NO_TOTALS, requests, costUsd, unpriced });
  database
    .prepare("UPDATE sessions SET mode = ?, title = ?, updated_at = ?, cost = ? WHERE id = ?")
    .run(mode, title, updatedAt, cost, id);
}

function savePlace(database: DatabaseSync, path: string, place: Place): void {
  const { size, line, h, fold } = place;
  const columns = "size = ?, line = ?, h = ?, turns = ?, preview = ?, fold = ?";
  database
    .prepare(`UPDATE files SET ${columns} WHERE path = ?`)
    .run(size, line, h, fold.turns, fold.preview, JSON.stringify(fold), path);
}

function placeOf(database: DatabaseSync, path: string): Place | null {
  const sql = "SELECT size, line, h, version, fold FROM files WHERE path = ?";
  const row = database.prepare(sql).get(path);
  if (row === undefined) return null;
  const fold = parseFold(String(row["fold"]));
  // Without its fold the log is read again from the start: no log ends at -1.
  if (fold === null) return { size: -1, line: 1, h: "", version: 1, fold: newFold(0) };
  const [size, line, version] = [row["size"], row["line"], row["version"]].map(Number);
  return { size: size ?? -1, line: line ?? 1, h: String(row["h"]), version: version ?? 1, fold };
}

function claimedBy(database: DatabaseSync, { path, name }: LogFile): string | null {
  const sql = "SELECT path FROM files WHERE session_id = ? AND path <> ?";
  const other = database.prepare(sql).get(name.id, path)?.["path"];
  return typeof other === "string" ? other : null;
}

/** A line ends in its hash, so that its last bytes tell whether it is still the same. */
const TAIL_BYTES = 80;

async function isContinued(disk: Disk, path: string, size: number, kept: Place): Promise<boolean> {
  if (kept.size < 0 || size < kept.size) return false;
  const file = await disk.open(path, "r");
  try {
    const from = Math.max(0, kept.size - TAIL_BYTES);
    const tail = Buffer.from(await file.read(from, kept.size - from)).toString("latin1");
    const ended = tail.replace(/\r?\n$/, "");
    return (statedHash(Buffer.from(ended, "latin1")) ?? "") === kept.h;
  } finally {
    await file.close();
  }
}

function problem(message: string): FileUpdate {
  return { kind: "problem", message };
}
