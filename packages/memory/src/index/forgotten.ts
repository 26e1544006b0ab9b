import { existsSync } from "node:fs";
import { inTransaction, isDamage, isSqlite, openDatabase } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";

/** What the user wants no more, by its path: the hash of what it was when they said so. */
export type Forgotten = ReadonlyMap<string, string>;

const NOTHING: Forgotten = new Map();
const ALL = "SELECT path, hash FROM forgotten";

/**
 * What is forgotten in the index at a path. Nothing is made, mended or removed there. Of one that is damaged, or of a
 * version without such a table, nothing is known. Throws when it cannot be read now: nobody should take that for nothing.
 */
export function readForgotten(path: string): Forgotten {
  if (!existsSync(path)) return NOTHING;
  try {
    using open = closing(openDatabase(path, { mode: "readonly" }));
    const rows = open.database.prepare(ALL).all();
    return new Map(rows.map(({ path: name, hash }) => [String(name), String(hash)]));
  } catch (error) {
    if (isDamage(error) || isNoTable(error)) return NOTHING;
    throw error;
  }
}

/** As much of it as can be read, also of one that is damaged: it cannot be read from anywhere else. */
export function forgottenIn(database: DatabaseSync): Forgotten {
  const found = new Map<string, string>();
  try {
    for (const { path, hash } of database.prepare(ALL).iterate()) {
      found.set(String(path), String(hash));
    }
  } catch {
    // The rest is lost.
  }
  return found;
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
