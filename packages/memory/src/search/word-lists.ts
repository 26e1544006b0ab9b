import type { DatabaseSync } from "node:sqlite";
import { hasUnspaced } from "../index/writer.ts";
import type { Condition } from "./source-filter.ts";

/** Scores of what holds a word of the query, as shares of what is possible, best first. */
export type WordList = ReadonlyMap<number, number>;

/** FTS5's BM25 has k1 = 1.2. */
const K1_PLUS_ONE = 2.2;

/** How many places of words are looked at, the rarest first: the others would cost much and tell little. */
const MOST_PLACES = 10_000;

type Ranked = (match: string, limit: number) => readonly Record<string, unknown>[];

/** Asks the full-text tables. */
export class WordIndex {
  readonly #chunks: Ranked;
  readonly #files: Ranked;
  readonly #trigrams: Ranked;
  readonly #count;
  readonly #counts = new Map<string, number>();
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
    this.#count = database.prepare("SELECT chunks FROM words WHERE term = ?");
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
  files(given: readonly string[], limit: number): WordList {
    const terms = this.#telling(given);
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

  #telling(terms: readonly string[]): readonly string[] {
    const rarest = [...terms].sort((left, right) => this.#countOf(left) - this.#countOf(right));
    let places = 0;
    return rarest.filter((term, at) => {
      places += this.#countOf(term);
      return at === 0 || places <= MOST_PLACES;
    });
  }

  #countOf(term: string): number {
    const known = this.#counts.get(term);
    if (known !== undefined) return known;
    const count = Number(this.#count.get(term)?.["chunks"] ?? 0);
    this.#counts.set(term, count);
    return count;
  }

  /** How rare a term is. */
  weightOf(term: string): number {
    const found = this.#countOf(term);
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
