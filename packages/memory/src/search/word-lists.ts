import type { DatabaseSync } from "node:sqlite";
import { hasUnspaced } from "../index/writer.ts";
import type { Condition } from "./source-filter.ts";

/** Scores of what holds a word of the query, as shares of what is possible, best first. */
export type WordList = ReadonlyMap<number, number>;

/** FTS5's BM25 has k1 = 1.2. */
const K1_PLUS_ONE = 2.2;

const LARGE = 5_000;
/** The weight of a word that stands in a tenth of all pieces. */
const COMMON = Math.log(9);

type Ranked = (match: string, limit: number) => readonly Record<string, unknown>[];

/** Asks the full-text tables. */
export class WordIndex {
  readonly #chunks: Ranked;
  readonly #files: Ranked;
  readonly #trigrams: Ranked;
  readonly #found;
  readonly #size: number;

  constructor(database: DatabaseSync, condition: Condition | null) {
    const ranked = (table: string, source: string): Ranked => {
      // Looked at row by row, best first: few of a large index are.
      const wanted =
        condition === null ? "" : `AND EXISTS (SELECT 1 FROM ${source} AND ${condition.sql})`;
      const statement = database.prepare(
        `SELECT rowid AS id, -rank AS score FROM ${table}
         WHERE ${table} MATCH ? ${wanted} ORDER BY rank LIMIT ?`,
      );
      return (match, limit) => statement.all(match, ...(condition?.values ?? []), limit);
    };
    const ofChunk = (table: string): string =>
      `chunks AS c JOIN files AS f ON f.path = c.file_path WHERE c.id = ${table}.rowid`;
    this.#chunks = ranked("chunks_fts", ofChunk("chunks_fts"));
    this.#files = ranked("files_fts", "files AS f WHERE f.id = files_fts.rowid");
    this.#trigrams = ranked("chunks_trigram", ofChunk("chunks_trigram"));
    this.#found = database.prepare("SELECT doc FROM chunks_vocab WHERE term = ?");
    // An upper bound that costs nothing: to count would read an index.
    this.#size = Number(database.prepare("SELECT max(id) AS n FROM chunks").get()?.["n"] ?? 0);
  }

  chunks(given: readonly string[], limit: number): WordList {
    const terms = this.#telling(given);
    if (terms.length === 0) return new Map();
    const possible = terms.reduce((sum, term) => sum + this.weightOf(term) * K1_PLUS_ONE, 0);
    return shares(this.#chunks(anyOf(terms), limit), possible);
  }

  /** Shares of the best one. */
  files(terms: readonly string[], limit: number): WordList {
    if (terms.length === 0) return new Map();
    const rows = this.#files(anyOf(terms), limit);
    return shares(rows, Number(rows[0]?.["score"] ?? 1));
  }

  /** For scripts without spaces: whatever holds three characters in a row. */
  trigrams(query: string, limit: number): readonly number[] {
    const runs = query.match(/[^\s\p{P}]{3,}/gu)?.filter(hasUnspaced) ?? [];
    if (runs.length === 0) return [];
    const pieces = runs.flatMap((run) => threes(run));
    const match = [...new Set(pieces)].map(quoted).join(" OR ");
    return this.#trigrams(match, limit).map(({ id }) => Number(id));
  }

  /** In a large index a word of every tenth piece costs much and tells little. */
  #telling(terms: readonly string[]): readonly string[] {
    if (this.#size <= LARGE) return terms;
    const telling = terms.filter((term) => this.weightOf(term) > COMMON);
    return telling.length === 0 ? terms : telling;
  }

  /** How rare a term is. */
  weightOf(term: string): number {
    const found = Number(this.#found.get(term)?.["doc"] ?? 0);
    if (found === 0) return 0;
    return Math.max(1e-6, Math.log((this.#size - found + 0.5) / (found + 0.5)));
  }
}

function threes(run: string): readonly string[] {
  const characters = Array.from(run);
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
}

function anyOf(terms: readonly string[]): string {
  return terms.map(quoted).join(" OR ");
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

function shares(rows: readonly Record<string, unknown>[], possible: number): WordList {
  const whole = possible > 0 ? possible : 1;
  return new Map(rows.map(({ id, score }) => [Number(id), Number(score) / whole]));
}
