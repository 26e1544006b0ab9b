import { seededRandom } from "@squire/testkit";
import type { Chunk, Source } from "../index/source.ts";

/** What the indexers of a crash test write: each source of each generation has its own pieces, some said elsewhere, too. */
const SOURCES = 10;
const MOST_PIECES = 10;
const WORDS = ["heron", "reeds", "harbour", "retry", "limit", "fooBar", "x_y", "Ünïcode", "2024"];

export const NAMES: readonly string[] = Array.from({ length: SOURCES }, (_, at) => `session:${at}`);

export function corpusSource(
  path: string,
  generation: number,
): readonly [Source, readonly Chunk[]] {
  const at = NAMES.indexOf(path);
  const random = seededRandom(generation * 1_000 + at);
  const count = 1 + Math.floor(random() * MOST_PIECES);
  const chunks = Array.from({ length: count }, (_, piece): Chunk => {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? "";
    // Every third is the same in all sources, and to be embedded once.
    if (piece % 3 === 0) return { text: `shared ${generation} ${piece} ${word}` };
    if (piece % 5 === 1) return { text: `東京タワー ${generation} ${word}`, speaker: "user" };
    return { text: `${path} says ${word} of ${generation}, number ${piece}`, speaker: "user" };
  });
  const about = { kind: "session", title: `${word(at)} ${generation}`, project: null } as const;
  return [{ path, hash: `${generation}`, at: generation, ...about }, chunks];
}

function word(at: number): string {
  return WORDS[at % WORDS.length] ?? "";
}
