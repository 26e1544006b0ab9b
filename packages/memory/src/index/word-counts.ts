import type { DatabaseSync } from "node:sqlite";

/** How many pieces hold a word. SQLite's own count reads every place of the word, this one is looked up. */
export type WordCounts = {
  /** Pieces that came, each with its terms, separated by blanks. */
  add(pieces: readonly string[]): void;
  /** Pieces that went. */
  remove(pieces: readonly string[]): void;
};

export function wordCounts(database: DatabaseSync): WordCounts {
  const more = database.prepare(
    "INSERT INTO words(term, chunks) VALUES (?, ?) ON CONFLICT(term) DO UPDATE SET chunks = chunks + excluded.chunks",
  );
  const fewer = database.prepare("UPDATE words SET chunks = chunks - ? WHERE term = ?");
  const none = database.prepare("DELETE FROM words WHERE term = ? AND chunks <= 0");
  return {
    add(pieces) {
      for (const [term, count] of counted(pieces)) more.run(term, count);
    },
    remove(pieces) {
      for (const [term, count] of counted(pieces)) {
        fewer.run(count, term);
        none.run(term);
      }
    },
  };
}

function counted(pieces: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const piece of pieces) {
    for (const term of new Set(piece.split(" "))) {
      if (term !== "") counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  return counts;
}
