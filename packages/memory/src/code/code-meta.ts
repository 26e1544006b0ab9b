import type { MemoryIndex } from "../index/memory-index.ts";

/** What an index of code says of itself. */
export type CodeMeta = {
  /** The words of every file were taken in once; without it the index is still being made. */
  readonly isReady: boolean;
  /** The user wants no vectors. */
  readonly isWordsOnly: boolean;
};

const READY = "code.ready";
const WORDS_ONLY = "code.words_only";

export function readCodeMeta({ database }: MemoryIndex): CodeMeta {
  const has = (key: string): boolean =>
    database.prepare("SELECT 1 FROM meta WHERE key = ?").get(key) !== undefined;
  return { isReady: has(READY), isWordsOnly: has(WORDS_ONLY) };
}

export function writeCodeMeta({ database }: MemoryIndex, meta: Partial<CodeMeta>): void {
  const set = (key: string, isSet: boolean | undefined): void => {
    if (isSet === undefined) return;
    if (isSet) database.prepare("INSERT OR REPLACE INTO meta VALUES (?, '')").run(key);
    else database.prepare("DELETE FROM meta WHERE key = ?").run(key);
  };
  set(READY, meta.isReady);
  set(WORDS_ONLY, meta.isWordsOnly);
}

/** Vectors of texts that are nowhere any more: some are kept, for a branch that comes back. */
const SPARE_VECTORS = 2_000;

export function dropOldVectors({ database }: MemoryIndex): void {
  const count = (table: string): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
  if (count("embedding_cache") <= 2 * count("chunks") + SPARE_VECTORS) return;
  database.exec("DELETE FROM embedding_cache WHERE hash NOT IN (SELECT hash FROM chunks)");
}
