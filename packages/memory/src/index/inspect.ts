import type { MemoryIndex } from "./memory-index.ts";
import type { Source, SourceKind } from "./source.ts";
import { SOURCE_KINDS } from "./source.ts";
import { storedSource } from "./stored-chunk.ts";
import { NotWritableError } from "./writer.ts";

export type SourceInfo = {
  readonly path: string;
  readonly kind: SourceKind;
  readonly title: string;
  readonly project: string | null;
  readonly at: number | null;
  readonly indexedAt: number;
  readonly chunks: number;
};

export type IndexStats = {
  readonly sources: Readonly<Record<SourceKind, number>>;
  readonly chunks: number;
  /** Of these, how many have a vector. */
  readonly embedded: number;
  readonly cached: number;
  readonly bytes: number;
  readonly model: string | null;
  /** `sqlite-vec`, or `in process` where that cannot be loaded. */
  readonly vectors: string;
};

/** What is in the index, last changed first. */
export function listSources({ database }: MemoryIndex, limit: number): readonly SourceInfo[] {
  const rows = database
    .prepare(
      `SELECT f.*, (SELECT count(*) FROM chunks AS c WHERE c.file_path = f.path) AS chunks
       FROM files AS f ORDER BY coalesce(f.at, f.indexed_at) DESC, f.path LIMIT ?`,
    )
    .all(limit);
  return rows.map((row) => {
    const { path, kind, title, project, at } = storedSource(row);
    const [indexedAt, chunks] = [Number(row["indexed_at"]), Number(row["chunks"])];
    return { path, kind, title, project, at, indexedAt, chunks };
  });
}

export function statsOf({ database, vectors, waiting }: MemoryIndex): IndexStats {
  const one = (sql: string): number =>
    Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
  const counts = database.prepare("SELECT kind, count(*) AS n FROM files GROUP BY kind").all();
  const found = new Map(counts.map(({ kind, n }) => [String(kind), Number(n)]));
  const sources = Object.fromEntries(SOURCE_KINDS.map((kind) => [kind, found.get(kind) ?? 0]));
  const chunks = one("SELECT count(*) FROM chunks");
  const model = database.prepare("SELECT value FROM meta WHERE key = 'model'").get()?.["value"];
  return {
    sources: sources as Record<SourceKind, number>,
    chunks,
    embedded: chunks - waiting,
    cached: one("SELECT count(*) FROM embedding_cache"),
    bytes: one("PRAGMA page_count") * one("PRAGMA page_size"),
    model: typeof model === "string" ? model : null,
    vectors: vectors.isNative ? "sqlite-vec" : "in process",
  };
}

/**
 * Forgets all that belongs to a project, also what is read again by itself. Gives the number of sources. Throws a
 * `NotWritableError` where nothing can be written.
 */
export function forgetProject(index: MemoryIndex, project: string): number {
  requireWritable(index);
  const { database, writer } = index;
  const rows = database.prepare("SELECT path FROM files WHERE project = ?").all(project);
  for (const { path } of rows) writer.forget(String(path));
  database.exec("DELETE FROM embedding_cache WHERE hash NOT IN (SELECT hash FROM chunks)");
  return rows.length;
}

/** A source by its name in the index; null when there is none. */
export function sourceAt({ database }: MemoryIndex, path: string): Source | null {
  const row = database.prepare("SELECT * FROM files WHERE path = ?").get(path);
  return row === undefined ? null : storedSource(row);
}

/** The source of a name: its path, or the one that holds the piece of this key; null when there is none. */
export function sourceNamed({ database }: MemoryIndex, name: string): string | null {
  const byPath = database.prepare("SELECT path FROM files WHERE path = ?").get(name);
  if (byPath !== undefined) return String(byPath["path"]);
  const byKey = database.prepare("SELECT file_path FROM chunks WHERE key = ? LIMIT 1").get(name);
  return byKey === undefined ? null : String(byKey["file_path"]);
}

/** The sources whose names begin so. */
export function sourcesBeginning({ database }: MemoryIndex, name: string): readonly string[] {
  const select = "SELECT path FROM files WHERE substr(path, 1, length(?1)) = ?1 ORDER BY path";
  return database
    .prepare(select)
    .all(name)
    .map(({ path }) => String(path));
}

/** Before something is forgotten in several places: all of it or nothing. */
export function requireWritable({ isReadOnly, isKept }: MemoryIndex): void {
  if (isReadOnly) throw new NotWritableError();
  // What is forgotten there is back with the next process.
  if (!isKept) throw new NotWritableError("is only in memory, as its file cannot be opened");
}

/**
 * Forgets a source, or one piece of it when the name is that of a piece. False: there is no such thing. Throws a
 * `NotWritableError` where nothing can be written.
 */
export function forgetNamed(index: MemoryIndex, name: string): boolean {
  const path = sourceNamed(index, name);
  if (path === null) return false;
  requireWritable(index);
  if (path === name) return index.writer.remove(path);
  const held = sourceAt(index, path);
  const rest = index.chunksOf(path).filter(({ key }) => key !== name);
  if (held === null || rest.length === 0) return index.writer.remove(path);
  return index.writer.put({ ...held, hash: `${held.hash}-${name}` }, rest);
}
