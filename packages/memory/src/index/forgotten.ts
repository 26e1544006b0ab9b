import { existsSync } from "node:fs";
import { inTransaction, isDamage, isSqlite, openDatabase } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";

/** What the user wants no more, by its path: the hash of what it was when they said so. */
export type Forgotten = ReadonlyMap<string, string>;

const ALL = "SELECT path, hash FROM forgotten";

/**
 * What is forgotten in the index at a path. Nothing in it is changed, mended or removed; SQLite may lay its side files
 * beside it, as for every reader: another process may write at any time. Of one that is damaged it is as much as can be
 * read, of a version without such a table nothing. Throws when it cannot be read now: nobody should take that for
 * nothing.
 */
export function readForgotten(path: string): Forgotten {
  const found = new Map<string, string>();
  if (!existsSync(path)) return found;
  try {
    using open = closing(openDatabase(path, { mode: "readonly" }));
    readInto(found, open.database);
  } catch (error) {
    if (!isDamage(error) && !isNoTable(error)) throw error;
  }
  return found;
}

/** As much of it as can be read, also of one that is damaged: it cannot be read from anywhere else. */
export function forgottenIn(database: DatabaseSync): Forgotten {
  const found = new Map<string, string>();
  try {
    readInto(found, database);
  } catch {
    // The rest is lost.
  }
  return found;
}

/** One after the other: what was read before it throws is there. */
function readInto(found: Map<string, string>, database: DatabaseSync): void {
  for (const { path, hash } of database.prepare(ALL).iterate()) {
    found.set(String(path), String(hash));
  }
}

/** What is known there already was said later. */
export function carryForgotten(database: DatabaseSync, forgotten: Forgotten): void {
  if (forgotten.size === 0) return;
  const bury = database.prepare("INSERT OR IGNORE INTO forgotten VALUES (?, ?)");
  inTransaction(database, () => forgotten.forEach((hash, path) => void bury.run(path, hash)));
}

function isNoTable(error: unknown): boolean {
  return isSqlite(error) && error.message.startsWith("no such table");
}

function closing(database: DatabaseSync) {
  return { database, [Symbol.dispose]: () => database.close() };
}
