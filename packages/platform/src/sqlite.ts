import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

export type DatabaseMode = "readwrite" | "readonly";

export type DatabaseOptions = {
  readonly mode?: DatabaseMode;
  /** Whether native extensions may be loaded into it; by code only, never by a statement. */
  readonly extensions?: boolean;
};

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a database that only its user can read: the file gets mode 0600, folders that are missing
 * 0700. Writers and readers do not block each other (WAL), a lock is waited for, foreign keys hold.
 * `readonly` creates nothing and throws when there is no file; it works also in a folder that cannot be written. The
 * caller closes it.
 */
export function openDatabase(
  path: string,
  { mode = "readwrite", extensions = false }: DatabaseOptions = {},
): DatabaseSync {
  const readOnly = mode === "readonly";
  if (!readOnly && path !== ":memory:") createPrivately(path);
  // Loaded with the first database: many runs have none.
  const sqlite = process.getBuiltinModule("node:sqlite");
  const open = (place: string | URL): DatabaseSync =>
    new sqlite.DatabaseSync(place, { readOnly, allowExtension: extensions });
  const database = open(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA foreign_keys = ON`);
    if (!readOnly) database.exec("PRAGMA journal_mode = WAL");
    else schemaVersion(database);
  } catch (error) {
    database.close();
    if (readOnly && isReadonlyFolder(path, error)) return open(unchanging(path));
    throw error;
  }
  return database;
}

const READONLY = 8;
const CANNOT_OPEN = 14;

/** Even a reader makes files beside a database, and cannot here. Nobody writes it: all of it is in its own file. */
function isReadonlyFolder(path: string, error: unknown): boolean {
  if (!isSqlite(error) || ![READONLY, CANNOT_OPEN].includes(Number(error.errcode) % 256))
    return false;
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isThere && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Says to SQLite that nobody changes it. */
function unchanging(path: string): URL {
  const place = pathToFileURL(path);
  place.searchParams.set("immutable", "1");
  return place;
}

/** Before SQLite does it with the umask's mode; its side files take over the mode of the file. */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

/** What a database says of itself: `PRAGMA user_version`. */
export function schemaVersion(database: DatabaseSync): number {
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
      // SQLite has already rolled back; what matters is why.
    }
    throw error;
  }
}

export function isSqlite(error: unknown): error is Error & { readonly errcode: unknown } {
  return error instanceof Error && "errcode" in error;
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** The file is not what SQLite left there. */
export function isDamage(error: unknown): boolean {
  // Of an extended code the lower byte says which error it is.
  return isSqlite(error) && [CORRUPT, NOT_A_DATABASE].includes(Number(error.errcode) % 256);
}
