import { rmSync } from "node:fs";
import { inTransaction, isDamage, openDatabase, schemaVersion } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import { INDEX_VERSION, SCHEMA } from "./schema.ts";

export type Notice = (message: string) => void;

const DAMAGED = "The memory index was damaged; it is made again.";
const OTHER_VERSION =
  "The memory index was made by another version of Squire; it is made again. What was added by hand has to be added again.";
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
    const isOther = error instanceof OtherVersionError;
    if (!isOther && !isDamage(error)) return openApart(path, error, notice);
    notice(isOther ? OTHER_VERSION : DAMAGED);
  }
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
    if (schemaVersion(database) === INDEX_VERSION) {
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

/** Not taken apart: tables of an extension cannot be dropped before it is loaded. */
class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";
}

function openWhole(path: string): DatabaseSync {
  const database = openDatabase(path, { extensions: true });
  try {
    // A power cut may cost the last updates of what can be made again.
    database.exec("PRAGMA synchronous = NORMAL");
    // Another process may be making it at this moment.
    if (schemaVersion(database) === 0) {
      inTransaction(database, () => {
        if (schemaVersion(database) === 0) database.exec(SCHEMA);
      });
    }
    if (schemaVersion(database) !== INDEX_VERSION) throw new OtherVersionError();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
