import type { DatabaseSync } from "node:sqlite";

export type NamedSpeakers = {
  /** As the index has them, in lower case. */
  readonly speakers: ReadonlySet<string>;
  /** The words of the query that name them. */
  readonly words: readonly string[];
};

/** Words for roles are also words for things: nobody is named by them. */
export const ROLES: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "squire",
  "tool",
  "system",
]);
const MOST = 8;

/** Which speakers of the index a question names, by the first or by the whole name. */
export function namedSpeakers(database: DatabaseSync, words: readonly string[]): NamedSpeakers {
  // The whole name, or the first one: everything from "ann " to before "ann!".
  const find = database.prepare(
    `SELECT speaker FROM chunks WHERE speaker = ?1 COLLATE NOCASE GROUP BY speaker
     UNION SELECT speaker FROM chunks
     WHERE speaker > ?1 || ' ' COLLATE NOCASE AND speaker < ?1 || '!' COLLATE NOCASE GROUP BY speaker LIMIT ?2`,
  );
  const speakers = new Set<string>();
  const naming: string[] = [];
  for (const word of new Set(words)) {
    if (ROLES.has(word) || word.length < 2) continue;
    const found = find.all(word, MOST).map(({ speaker }) => String(speaker).toLowerCase());
    if (found.length > 0) naming.push(word);
    for (const speaker of found) speakers.add(speaker);
  }
  return { speakers, words: naming };
}
