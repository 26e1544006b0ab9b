import type { DatabaseSync } from "node:sqlite";
import { inTransaction, isDamage, isSqlite, schemaVersion } from "@squire/platform";
import { diskCode, ifThere } from "../disk.ts";
import type { Disk } from "../disk.ts";
import { LogError, storageError } from "../log/log-error.ts";
import { DROP_ALL, INDEX_VERSION, SCHEMA } from "./schema.ts";

/** Opens a database in WAL mode that waits for locks; `openDatabase` of `@squire/platform`. */
export type OpenDatabase = (path: string) => DatabaseSync;

export type OpenedIndex = {
  readonly database: DatabaseSync;
  /** True when there is nothing in it yet. */
  readonly isNew: boolean;
};

/** Rejects with `storage` when the file can be neither opened nor replaced. */
export async function openIndexFile(
  disk: Disk,
  openDatabase: OpenDatabase,
  path: string,
  onDamage: () => void,
): Promise<OpenedIndex> {
  try {
    return openWhole(openDatabase, path);
  } catch (error) {
    if (!isDamage(error)) throw indexError("open", path, error);
  }
  onDamage();
  await removeIndexFile(disk, path);
  try {
    return openWhole(openDatabase, path);
  } catch (error) {
    throw indexError("open", path, error);
  }
}

/** The index is a copy of what the logs say: without it nothing is lost (C2). */
export async function removeIndexFile(disk: Disk, path: string): Promise<void> {
  try {
    for (const end of ["-wal", "-shm", ""]) await ifThere(disk.unlink(path + end));
  } catch (error) {
    throw indexError("remove", path, error);
  }
}

function openWhole(openDatabase: OpenDatabase, path: string): OpenedIndex {
  const database = openDatabase(path);
  try {
    // A power cut may cost the last updates of a copy that can be made again.
    database.exec("PRAGMA synchronous = NORMAL");
    const isNew = inTransaction(database, () => {
      if (schemaVersion(database) === INDEX_VERSION) return false;
      makeEmpty(database);
      return true;
    });
    return { database, isNew };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Inside a transaction. */
export function makeEmpty(database: DatabaseSync): void {
  database.exec(DROP_ALL);
  database.exec(SCHEMA);
}

/** What is no failure of disk or database (an abort, a defect) passes unchanged. */
export function indexError(action: string, path: string, error: unknown): unknown {
  if (isSqlite(error)) {
    return new LogError("storage", `Could not ${action} the search index: ${error.message}.`, {
      advice: `Sessions are not affected. Try again, or delete ${path}: it is made anew.`,
      cause: error,
    });
  }
  return diskCode(error) === "" ? error : storageError(`${action} the search index`, path, error);
}
