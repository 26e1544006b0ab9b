import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Embedder } from "../embed/embedder.ts";
import { DAMAGED, isBroken, openIndexDatabase, removeDatabase } from "./database.ts";
import type { Notice } from "./database.ts";
import { carryForgotten, forgottenIn } from "./forgotten.ts";
import type { Forgotten } from "./forgotten.ts";
import { leaveBehind, openVectorStore } from "./vector-store.ts";
import type { VectorStore } from "./vector-store.ts";
import { indexWriter, NotWritableError } from "./writer.ts";
import type { IndexWriter } from "./writer.ts";

export type IndexPlace = {
  readonly path: string;
  /** Null: by words alone. */
  readonly embedder: Embedder | null;
  /** sqlite-vec's library; null where there is none. */
  readonly vectorLibrary: string | null;
  readonly now: () => number;
  /** Told, a line each, what is less than it could be. */
  readonly notice: Notice;
};

/** An open database and what works on it. */
export type IndexParts = {
  readonly database: DatabaseSync;
  readonly vectors: VectorStore;
  readonly writer: IndexWriter;
  /** Which file it is; null: it is kept in memory. */
  readonly inode: number | null;
  readonly isReadOnly: boolean;
  /** Its vectors are of another model and cannot be replaced. */
  readonly isOfOther: boolean;
};

/**
 * What is missing is told, and left out; one that is damaged is made again, and what was forgotten stays so. Throws where
 * nobody can tell what is wrong: what is there may be whole.
 */
export function openParts(place: IndexPlace, forgotten: Forgotten = new Map()): IndexParts {
  const { path, notice } = place;
  const database = openIndexDatabase(path, notice);
  try {
    return partsOf(database, place, forgotten);
  } catch (error) {
    const known = new Map([...forgotten, ...forgottenIn(database)]);
    database.close();
    if (!isBroken(error)) throw error;
    // It opens, and is damaged inside.
    notice(DAMAGED);
    return anew(place, known);
  }
}

function anew(place: IndexPlace, forgotten: Forgotten): IndexParts {
  const { path, notice } = place;
  const database = openIndexDatabase(isRemoved(path) ? path : ":memory:", notice);
  try {
    return partsOf(database, place, forgotten);
  } catch (error) {
    database.close();
    throw error;
  }
}

function isRemoved(path: string): boolean {
  try {
    removeDatabase(path);
    return true;
  } catch {
    return false;
  }
}

function partsOf(database: DatabaseSync, place: IndexPlace, forgotten: Forgotten): IndexParts {
  const { path, embedder, vectorLibrary, now } = place;
  const isReadOnly = database.prepare("PRAGMA query_only").get()?.["query_only"] === 1;
  if (!isReadOnly) carryForgotten(database, forgotten);
  // First: the store takes over only what can be compared.
  const isOfOther = embedder !== null && !keepToModel(database, embedder.name, isReadOnly);
  const vectors = openVectorStore(database, embedder?.dimensions ?? 0, vectorLibrary);
  const writer = isReadOnly ? NO_WRITER : indexWriter(database, vectors, now);
  const file = database.prepare("PRAGMA database_list").get()?.["file"];
  const inode = typeof file === "string" && file !== "" ? inodeOf(path) : null;
  return { database, vectors, writer, inode, isReadOnly, isOfOther };
}

/** Null: there is no such file. */
export function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

/**
 * What can only be read stays as it is; that was told when it was opened. Who wants something gone is told once more:
 * it is still there.
 */
const NO_WRITER: IndexWriter = {
  put: () => false,
  putAll: () => 0,
  again: () => {},
  remove: refuseToForget,
  forget: refuseToForget,
};

function refuseToForget(): never {
  throw new NotWritableError();
}

/** Vectors of another model cannot be compared: they are made again, unless nothing can be written. */
function keepToModel(database: DatabaseSync, name: string, isReadOnly: boolean): boolean {
  const known = database.prepare("SELECT value FROM meta WHERE key = 'model'").get()?.["value"];
  if (known === name) return true;
  if (isReadOnly) return false;
  if (known !== undefined) {
    database.exec("UPDATE chunks SET embedding = NULL; DELETE FROM embedding_cache");
    leaveBehind(database);
  }
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('model', ?)").run(name);
  return true;
}
