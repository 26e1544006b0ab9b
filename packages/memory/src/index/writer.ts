import { createHash } from "node:crypto";
import { terms } from "@squire/ranking";
import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "@squire/platform";
import { embeddingText } from "./source.ts";
import type { Chunk, Source } from "./source.ts";
import type { VectorStore } from "./vector-store.ts";
import { wordCounts } from "./word-counts.ts";

/** Changes what is in the index: a source at a time, all of it or nothing. */
export type IndexWriter = {
  /** Replaces a source. False: it was there already, as it is. */
  put(source: Source, chunks: readonly Chunk[]): boolean;
  /** Several at once, in one transaction. */
  putAll(sources: readonly (readonly [Source, readonly Chunk[]])[]): number;
  /** Writes what is there once more, in one transaction with the reading of it. */
  again(read: () => readonly (readonly [Source, readonly Chunk[]])[]): void;
  /** False: there was none. Throws a `NotWritableError` where nothing can be written. */
  remove(path: string): boolean;
  /** Removes what is read again by itself, and keeps in mind that it is not wanted as it is. Else like `remove`. */
  forget(path: string): boolean;
};

/** Something is to be forgotten where nothing can be written, or where it would be back the next time. */
export class NotWritableError extends Error {
  override readonly name = "NotWritableError";

  constructor(why = "cannot be written") {
    super(`The memory index ${why}; nothing was forgotten.`);
  }
}

/** Scripts that the trigram table is for; the others are found by their words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export function hasUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

export function indexWriter(
  database: DatabaseSync,
  vectors: VectorStore,
  now: () => number,
): IndexWriter {
  const statements = prepare(database);
  const counts = wordCounts(database);
  const removeRows = (path: string): boolean => {
    const file = statements.file.get(path);
    if (file === undefined) return false;
    const rows = statements.ids.all(path);
    counts.remove(rows.map(({ content, context }) => foundBy(String(content), String(context))));
    for (const { id, content, embedded } of rows) {
      statements.dropTerms.run(Number(id));
      if (hasUnspaced(String(content))) statements.dropTrigrams.run(Number(id));
      if (embedded === 1) vectors.remove(Number(id));
    }
    statements.dropFileTerms.run(Number(file["id"]));
    statements.dropFile.run(path);
    return true;
  };
  const write = (source: Source, chunks: readonly Chunk[]): boolean => {
    if (statements.file.get(source.path)?.["hash"] === source.hash) return false;
    removeRows(source.path);
    const { path, hash, kind, title, project, at, untrusted } = source;
    const file = statements.addFile.run(
      ...([path, hash, now(), kind, title, project, at] as const),
      untrusted === true ? 1 : 0,
    );
    const all = chunks.map((chunk, seq) => addChunk(statements, { source, chunk, seq }));
    counts.add(all);
    const heading = terms(title).join(" ");
    statements.addFileTerms.run(Number(file.lastInsertRowid), [heading, ...all].join(" "));
    return true;
  };
  const forgetRows = (path: string): boolean => {
    const hash = statements.file.get(path)?.["hash"];
    if (typeof hash !== "string") return false;
    statements.bury.run(path, hash);
    return removeRows(path);
  };
  return {
    put: (source, chunks) => inTransaction(database, () => write(source, chunks)),
    putAll: (sources) =>
      inTransaction(
        database,
        () => sources.filter(([source, chunks]) => write(source, chunks)).length,
      ),
    again: (read) =>
      inTransaction(database, () => {
        for (const [source, chunks] of read()) {
          removeRows(source.path);
          write(source, chunks);
        }
      }),
    remove: (path) => inTransaction(database, () => removeRows(path)),
    forget: (path) => inTransaction(database, () => forgetRows(path)),
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: DatabaseSync) {
  return {
    file: database.prepare("SELECT id, hash FROM files WHERE path = ?"),
    ids: database.prepare(
      "SELECT id, content, context, embedding NOT NULL AS embedded FROM chunks WHERE file_path = ?",
    ),
    addFile: database.prepare(
      "INSERT INTO files(path, hash, indexed_at, kind, title, project, at, untrusted) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    bury: database.prepare("INSERT OR REPLACE INTO forgotten VALUES (?, ?)"),
    dropFile: database.prepare("DELETE FROM files WHERE path = ?"),
    addChunk: database.prepare(
      `INSERT INTO chunks(file_path, seq, key, content, context, speaker, at, start, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    addTerms: database.prepare("INSERT INTO chunks_fts(rowid, terms) VALUES (?, ?)"),
    dropTerms: database.prepare("DELETE FROM chunks_fts WHERE rowid = ?"),
    addTrigrams: database.prepare("INSERT INTO chunks_trigram(rowid, content) VALUES (?, ?)"),
    dropTrigrams: database.prepare("DELETE FROM chunks_trigram WHERE rowid = ?"),
    addFileTerms: database.prepare("INSERT INTO files_fts(rowid, terms) VALUES (?, ?)"),
    dropFileTerms: database.prepare("DELETE FROM files_fts WHERE rowid = ?"),
  };
}

type Placed = { readonly source: Source; readonly chunk: Chunk; readonly seq: number };

/** The terms it is found by. */
function addChunk(statements: Statements, { source, chunk, seq }: Placed): string {
  const { text, context = "", key = null, speaker = null, at = null, start = null } = chunk;
  const hash = sha256(embeddingText(chunk));
  const place = [source.path, seq, key, text, context, speaker, at, start, hash] as const;
  const id = Number(statements.addChunk.run(...place).lastInsertRowid);
  const found = foundBy(text, context);
  statements.addTerms.run(id, found);
  if (hasUnspaced(text)) statements.addTrigrams.run(id, text);
  return found;
}

function foundBy(text: string, context: string): string {
  return terms(context === "" ? text : `${context}\n${text}`).join(" ");
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
