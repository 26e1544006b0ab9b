import { rmSync } from "node:fs";
import { openDatabase } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import { DROP_ALL, INDEX_VERSION, SCHEMA } from "./schema.ts";

export type Notice = (message: string) => void;

const DAMAGED = "The memory index was damaged; it is made again.";
const NOT_WRITABLE =
  "The memory index cannot be written; what is remembered now is forgotten at the end";

/**
 * Opens the index. A damaged file is replaced, a newer or older one made again; where nothing can be written it is kept
 * in memory for as long as this process runs. Never throws.
 */
export function openIndexDatabase(path: string, notice: Notice): DatabaseSync {
  try {
    return openWhole(path);
  } catch (error) {
    if (!isDamage(error)) return openApart(path, error, notice);
  }
  notice(DAMAGED);
  try {
    removeDatabase(path);
    return openWhole(path);
  } catch (error) {
    return openApart(path, error, notice);
  }
}

/** A home that is read only may still hold an index that can be read. */
function openApart(path: string, error: unknown, notice: Notice): DatabaseSync {
  const why = error instanceof Error ? error.message : String(error);
  try {
    const database = openDatabase(path, { mode: "readonly" });
    if (versionOf(database) === INDEX_VERSION) {
      notice(`The memory index can be read but not written (${why}).`);
      return database;
    }
    database.close();
  } catch {
    // There is none to read: an empty one takes its place.
  }
  notice(`${NOT_WRITABLE} (${why}).`);
  return openWhole(":memory:");
}

export function removeDatabase(path: string): void {
  for (const end of ["-wal", "-shm", ""]) rmSync(path + end, { force: true });
}

function openWhole(path: string): DatabaseSync {
  const database = openDatabase(path, { extensions: true });
  try {
    // A power cut may cost the last updates of what can be made again.
    database.exec("PRAGMA synchronous = NORMAL");
    if (versionOf(database) !== INDEX_VERSION) {
      inTransaction(database, () => {
        // Another process may have been first.
        if (versionOf(database) === INDEX_VERSION) return;
        database.exec(DROP_ALL);
        database.exec(SCHEMA);
      });
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** All of it or nothing; waits for other writers. */
export function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back already; what matters is why.
    }
    throw error;
  }
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** The file is not what SQLite left there. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error && "errcode" in error)) return false;
  // Of an extended code the lower byte says which error it is.
  return [CORRUPT, NOT_A_DATABASE].includes(Number(error.errcode) % 256);
}
