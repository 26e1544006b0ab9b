import { existsSync } from "node:fs";
import { inTransaction, isDamage, isSqlite, openDatabase } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";

/** What the user wants no more, by its path: the hash of what it was when they said so. */
export type Forgotten = ReadonlyMap<string, string>;

const NOTHING: Forgotten = new Map();

/**
 * What is forgotten in the index at a path. Nothing is made, mended or removed there. Of one that is damaged, or of a
 * version without such a table, nothing is known. Throws when it cannot be read now: nobody should take that for nothing.
 */
export function readForgotten(path: string): Forgotten {
  if (!existsSync(path)) return NOTHING;
  try {
    using open = closing(openDatabase(path, { mode: "readonly" }));
    return rowsOf(open.database);
  } catch (error) {
    if (isDamage(error) || isNoTable(error)) return NOTHING;
    throw error;
  }
}

/** As much of it as can be read; it cannot be read from anywhere else. */
export function forgottenIn(database: DatabaseSync): Forgotten {
  try {
    return rowsOf(database);
  } catch {
    return NOTHING;
  }
}

export function withForgotten(database: DatabaseSync, forgotten: Forgotten): DatabaseSync {
  const bury = database.prepare("INSERT OR REPLACE INTO forgotten VALUES (?, ?)");
  inTransaction(database, () => forgotten.forEach((hash, path) => void bury.run(path, hash)));
  return database;
}

function rowsOf(database: DatabaseSync): Forgotten {
  const rows = database.prepare("SELECT path, hash FROM forgotten").all();
  return new Map(rows.map(({ path, hash }) => [String(path), String(hash)]));
}

function isNoTable(error: unknown): boolean {
  return isSqlite(error) && error.message.startsWith("no such table");
}

function closing(database: DatabaseSync) {
  return { database, [Symbol.dispose]: () => database.close() };
}
