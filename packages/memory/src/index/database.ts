import { rmSync } from "node:fs";
import { inTransaction, isDamage, isSqlite, openDatabase, schemaVersion } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import { carryForgotten, forgottenIn } from "./forgotten.ts";
import type { Forgotten } from "./forgotten.ts";
import { INDEX_VERSION, SCHEMA } from "./schema.ts";

export type Notice = (message: string) => void;

export const DAMAGED = "The memory index was damaged; it is made again.";
export const DELETED = "The memory index was deleted; it is made again.";
const OTHER_VERSION =
  "The memory index was made by another version of Squire; it is made again. What was added by hand has to be added again.";
const NOT_WRITABLE =
  "The memory index cannot be written; what is remembered now is forgotten at the end";

/**
 * Opens the index. A damaged file is replaced, a newer or older one made again; where nothing can be written it is kept
 * in memory for as long as this process runs. Never throws.
 */
export function openIndexDatabase(path: string, notice: Notice): DatabaseSync {
  let forgotten: Forgotten = new Map();
  try {
    return openWhole(path);
  } catch (error) {
    const isOther = error instanceof OtherVersionError;
    if (!isOther && !isDamage(error)) return openApart(path, error, notice);
    if (isOther) forgotten = error.forgotten;
    notice(isOther ? OTHER_VERSION : DAMAGED);
  }
  try {
    removeDatabase(path);
    const database = openWhole(path);
    carryForgotten(database, forgotten);
    return database;
  } catch (error) {
    return openApart(path, error, notice);
  }
}

/** A home that is read only may still hold an index that can be read. */
function openApart(path: string, error: unknown, notice: Notice): DatabaseSync {
  const why = error instanceof Error ? error.message : String(error);
  try {
    const database = openDatabase(path, { mode: "readonly", extensions: true });
    if (schemaVersion(database) === INDEX_VERSION) {
      // Says so to whoever gets it.
      database.exec("PRAGMA query_only = ON");
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

const NO_TABLE = "vtable constructor failed";
/** SQLite's word for what it has no other one for. */
const NO_OTHER_WORD = 1;

/**
 * The file is damaged, or what the full-text tables lie in is: of that SQLite only says that they do not open. It says
 * the same where another process holds the file or the disk fails, with a number of its own: that is no damage.
 */
export function isBroken(error: unknown): boolean {
  if (isDamage(error)) return true;
  return isSqlite(error) && error.errcode === NO_OTHER_WORD && error.message.startsWith(NO_TABLE);
}

export function removeDatabase(path: string): void {
  for (const end of ["-wal", "-shm", ""]) rmSync(path + end, { force: true });
}

/** Not taken apart: tables of an extension cannot be dropped before it is loaded. */
class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";
  readonly forgotten: Forgotten;

  constructor(forgotten: Forgotten) {
    super("The index is of another version.");
    this.forgotten = forgotten;
  }
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
    if (schemaVersion(database) !== INDEX_VERSION) {
      throw new OtherVersionError(forgottenIn(database));
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
