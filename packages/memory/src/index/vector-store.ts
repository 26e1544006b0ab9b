import { embeddedFile, isCompiled } from "@squire/platform";
import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "@squire/platform";
import type { Condition } from "../search/source-filter.ts";
import { packVector, signBits, similarity } from "./quantise.ts";

export type VectorHit = { readonly id: number; readonly score: number };

/** Finds the chunks whose vectors are nearest. */
export type VectorStore = {
  /** Whether sqlite-vec does it; otherwise all vectors are compared in this process. */
  readonly isNative: boolean;
  /** It could be, if its library were there. */
  readonly lacksLibrary: boolean;
  add(id: number, packed: Uint8Array): void;
  remove(id: number): void;
  /** Nearest first, by exact comparison of the likeliest. */
  search(vector: Float32Array, k: number, condition?: Condition | null): readonly VectorHit[];
};

/** Up to here all are compared: that is exact, and fast enough. */
const FEW = 5_000;
/** For 300 of 100,000 sqlite-vec takes six times as long as for these, and the rest is hardly ever better. */
const LIKELIEST = 100;

/** Noted by whoever changes vectors without sqlite-vec. */
const BEHIND = "vectors.behind";

/** The name under which the build puts sqlite-vec into the program. */
export const EMBEDDED_VECTORS = "sqlite-vec.so";

/** Where sqlite-vec's library lies; null when it is not there for this platform. */
export async function findVectorLibrary(cache: string): Promise<string | null> {
  if (isCompiled()) return embeddedFile(EMBEDDED_VECTORS, cache);
  try {
    return (await import("sqlite-vec")).getLoadablePath();
  } catch {
    return null;
  }
}

/** With a library that loads, sqlite-vec; else, or with none, this process alone. Never throws. */
export function openVectorStore(
  database: DatabaseSync,
  dimensions: number,
  library: string | null,
): VectorStore {
  const isFit = dimensions > 0 && dimensions % 8 === 0;
  if (library === null || !isFit) return ownStore(database, isFit);
  try {
    // Named: SQLite would guess it from the name of the file, which holds a hash in the compiled program.
    database.loadExtension(library, "sqlite3_vec_init");
    dropOtherWidth(database, dimensions);
    database.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS chunk_vectors USING vec0(chunk_id INTEGER PRIMARY KEY, bits bit[${dimensions}])`,
    );
    return nativeStore(database);
  } catch {
    return ownStore(database, true);
  }
}

/** Vectors of another model may have another length, which the table is made for. */
function dropOtherWidth(database: DatabaseSync, dimensions: number): void {
  const made = database.prepare("SELECT sql FROM sqlite_master WHERE name = 'chunk_vectors'").get();
  if (made === undefined || String(made["sql"]).includes(`bit[${dimensions}]`)) return;
  database.exec("DROP TABLE chunk_vectors");
  leaveBehind(database);
}

/** All that are kept by the table are looked at when it is opened next. */
export function leaveBehind(database: DatabaseSync): void {
  database.prepare("INSERT OR REPLACE INTO meta VALUES (?, '')").run(BEHIND);
}

function nativeStore(database: DatabaseSync): VectorStore {
  const own = ownStore(database, false);
  const insert = database.prepare(
    "INSERT INTO chunk_vectors(chunk_id, bits) VALUES (?, vec_bit(?))",
  );
  const remove = database.prepare("DELETE FROM chunk_vectors WHERE chunk_id = ?");
  const one = database.prepare("SELECT embedding FROM chunks WHERE id = ? AND embedding NOT NULL");
  if (isBehind(database)) inTransaction(database, () => takeOver(database, insert));
  return {
    isNative: true,
    lacksLibrary: false,
    add: (id, packed) => {
      // An id that another process has put there is the same chunk.
      remove.run(BigInt(id));
      insert.run(BigInt(id), signBits(packed));
    },
    remove: (id) => void remove.run(BigInt(id)),
    search: (vector, k, condition = null) => {
      if (isSmall(database)) return own.search(vector, k, condition);
      const asked = signBits(packVector(vector));
      const rows = nearest(database, condition).all(asked, LIKELIEST, ...(condition?.values ?? []));
      const hits = rows.flatMap(({ chunk_id: id }) => {
        const packed = one.get(Number(id))?.["embedding"];
        if (!(packed instanceof Uint8Array)) return [];
        return [{ id: Number(id), score: similarity(vector, packed) }];
      });
      return best(hits, k);
    },
  };
}

function nearest(
  database: DatabaseSync,
  condition: Condition | null,
): ReturnType<DatabaseSync["prepare"]> {
  const all = "SELECT chunk_id FROM chunk_vectors WHERE bits MATCH vec_bit(?) AND k = ?";
  if (condition === null) return database.prepare(all);
  const wanted = `SELECT c.id FROM chunks AS c JOIN files AS f ON f.path = c.file_path WHERE ${condition.sql}`;
  return database.prepare(`${all} AND chunk_id IN (${wanted})`);
}

function isBehind(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM meta WHERE key = ?").get(BEHIND) !== undefined;
}

/** What processes without the library have left out. */
function takeOver(database: DatabaseSync, insert: ReturnType<DatabaseSync["prepare"]>): void {
  database.exec(
    "DELETE FROM chunk_vectors WHERE chunk_id NOT IN (SELECT id FROM chunks WHERE embedding NOT NULL)",
  );
  const missing = database.prepare(
    "SELECT id, embedding FROM chunks WHERE embedding NOT NULL AND id NOT IN (SELECT chunk_id FROM chunk_vectors)",
  );
  for (const { id, embedding } of missing.all()) {
    if (embedding instanceof Uint8Array) insert.run(BigInt(Number(id)), signBits(embedding));
  }
  database.prepare("DELETE FROM meta WHERE key = ?").run(BEHIND);
}

/** An upper bound that costs nothing: to count would read the whole table. */
function isSmall(database: DatabaseSync): boolean {
  return Number(database.prepare("SELECT max(id) AS n FROM chunks").get()?.["n"] ?? 0) <= FEW;
}

/** Compares with every vector there is. */
function ownStore(database: DatabaseSync, lacksLibrary: boolean): VectorStore {
  const all = "SELECT id, embedding FROM chunks WHERE embedding NOT NULL";
  return {
    isNative: false,
    lacksLibrary,
    add: () => leaveBehind(database),
    remove: () => leaveBehind(database),
    search: (vector, k, condition = null) => {
      const hits: VectorHit[] = [];
      const wanted =
        condition === null
          ? ""
          : ` AND file_path IN (SELECT path FROM files AS f WHERE ${condition.sql})`;
      const rows = database.prepare(all + wanted).iterate(...(condition?.values ?? []));
      for (const { id, embedding } of rows) {
        if (!(embedding instanceof Uint8Array)) continue;
        hits.push({ id: Number(id), score: similarity(vector, embedding) });
      }
      return best(hits, k);
    },
  };
}

function best(hits: VectorHit[], k: number): readonly VectorHit[] {
  return hits.sort((left, right) => right.score - left.score || left.id - right.id).slice(0, k);
}
