import { readFileSync } from "node:fs";
import type { MemoryIndex } from "../index/memory-index.ts";
import { corpusSource, NAMES } from "./crash-corpus.ts";

/** What is not as it must be after a death: every source whole or absent, words and vectors as the pieces say. */
export function problemsOf(index: MemoryIndex): readonly string[] {
  const { database } = index;
  const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];
  const same = (what: string, found: unknown, wanted: unknown): readonly string[] =>
    found === wanted ? [] : [`${what}: ${String(found)} instead of ${String(wanted)}`];
  const none = (what: string, sql: string): readonly string[] => same(what, one(sql), 0);
  const chunks = one("SELECT count(*) FROM chunks");
  return [
    ...same("integrity", one("PRAGMA integrity_check"), "ok"),
    ...wordTables(index),
    ...sourceProblems(index),
    ...same("in the words", one("SELECT count(*) FROM chunks_fts"), chunks),
    ...same(
      "sources in the words",
      one("SELECT count(*) FROM files_fts"),
      one("SELECT count(*) FROM files"),
    ),
    ...same("counted words", countedWords(index), freshCount(index)),
    ...(index.vectors.isNative ? vectorProblems(none) : []),
    ...none(
      "vectors without a text in the cache",
      "SELECT count(*) FROM chunks WHERE embedding NOT NULL AND hash NOT IN (SELECT hash FROM embedding_cache)",
    ),
  ];
}

function vectorProblems(none: (what: string, sql: string) => readonly string[]): readonly string[] {
  return [
    ...none(
      "vectors of nothing",
      "SELECT count(*) FROM chunk_vectors WHERE chunk_id NOT IN (SELECT id FROM chunks WHERE embedding NOT NULL)",
    ),
    ...none(
      "vectors that are not found",
      "SELECT count(*) FROM chunks WHERE embedding NOT NULL AND id NOT IN (SELECT chunk_id FROM chunk_vectors)",
    ),
  ];
}

/** SQLite's own look at its full-text tables. */
function wordTables({ database }: MemoryIndex): readonly string[] {
  return ["chunks_fts", "chunks_trigram", "files_fts"].flatMap((table) => {
    try {
      database.exec(`INSERT INTO ${table}(${table}) VALUES ('integrity-check')`);
      return [];
    } catch (error) {
      return [`${table}: ${String(error)}`];
    }
  });
}

function sourceProblems(index: MemoryIndex): readonly string[] {
  const known = new Set(NAMES);
  const paths = index.pathsOf("session");
  const strange = paths.filter((path) => !known.has(path)).map((path) => `${path} is unknown`);
  const broken = paths.filter((path) => {
    const generation = Number(index.hashOf(path));
    const wanted = corpusSource(path, generation)[1].map(({ text }) => text);
    const found = index.chunksOf(path).map(({ text }) => text);
    return found.join("\n") !== wanted.join("\n");
  });
  return [...strange, ...broken.map((path) => `${path} is not whole, or there twice`)];
}

function countedWords({ database }: MemoryIndex): string {
  return listed(database.prepare("SELECT term, chunks AS n FROM words ORDER BY term").all());
}

/** As SQLite counts them itself, in a table that is gone with this connection. */
function freshCount({ database }: MemoryIndex): string {
  database.exec(
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.fresh USING fts5vocab(main, chunks_fts, 'row')",
  );
  return listed(database.prepare("SELECT term, doc AS n FROM temp.fresh ORDER BY term").all());
}

function listed(rows: readonly Record<string, unknown>[]): string {
  return rows.map(({ term, n }) => `${String(term)} ${String(n)}`).join(", ");
}

export type EmbedWork = {
  readonly texts: number;
  /** Begun by a process that died before it could keep them: these have to be made again. */
  readonly lost: number;
  /** Made once more although nobody had lost them. */
  readonly twice: number;
};

/** What was embedded, by what the indexers have noted. */
export function embedWork(calls: string): EmbedWork {
  const begun = new Map<string, readonly string[]>();
  const made = new Map<string, number>();
  const add = (hash: string, count: number): void => {
    made.set(hash, (made.get(hash) ?? 0) + count);
  };
  let texts = 0;
  for (const line of readFileSync(calls, "utf8").trimEnd().split("\n")) {
    const [pid = "", what = ""] = line.split(" ");
    if (what === "kept") begun.delete(pid);
    else if (what !== "") {
      const hashes = what.split(",");
      begun.set(pid, hashes);
      texts += hashes.length;
      for (const hash of hashes) add(hash, 1);
    }
  }
  const lost = [...begun.values()].flat();
  for (const hash of lost) add(hash, -1);
  const twice = [...made.values()].reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  return { texts, lost: lost.length, twice };
}
