import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { inTransaction, isDamage, openDatabase } from "@squire/platform";

/** Vectors of texts, kept by what they were made of: the same text is never embedded twice. */
export type VectorCache = Disposable & {
  /** By key; those that are not there are left out. */
  get(keys: readonly string[]): ReadonlyMap<string, Float32Array>;
  set(vectors: ReadonlyMap<string, Float32Array>): void;
};

/** About 15 MB; what came first goes first. */
const MOST = 10_000;

/** The cache in this file, made anew when it is damaged. Throws when there can be none. */
export function openVectorCache(path: string): VectorCache {
  const database = openTable(path);
  return {
    get(keys) {
      const find = database.prepare("SELECT vector FROM vectors WHERE key = ?");
      const found = keys.flatMap((key) => {
        const vector = find.get(key)?.["vector"];
        return vector instanceof Uint8Array ? [[key, floatsOf(vector)] as const] : [];
      });
      return new Map(found);
    },
    set(vectors) {
      const insert = database.prepare("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)");
      inTransaction(database, () => {
        for (const [key, vector] of vectors) insert.run(key, bytesOf(vector));
        database.exec(
          `DELETE FROM vectors WHERE rowid <= (SELECT max(rowid) FROM vectors) - ${MOST}`,
        );
      });
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function openTable(path: string): DatabaseSync {
  try {
    return withTable(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
    return withTable(path);
  }
}

function withTable(path: string): DatabaseSync {
  const database = openDatabase(path);
  try {
    database.exec(
      "CREATE TABLE IF NOT EXISTS vectors (key TEXT UNIQUE NOT NULL, vector BLOB NOT NULL)",
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function bytesOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  vector.forEach((value, at) => view.setFloat32(at * 4, value, true));
  return bytes;
}

function floatsOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
    view.getFloat32(at * 4, true),
  );
}
