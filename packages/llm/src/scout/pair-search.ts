import { stem, words } from "@squire/ranking";
import type { Ask } from "./ask.ts";
import type { WantedCall } from "./decision.ts";
import { pathWeight } from "./file-ranking.ts";
import type { TermTable } from "./file-ranking.ts";
import { matchesIn } from "./outcomes.ts";
import { termPattern } from "./term-pattern.ts";
import { argOf } from "./turn.ts";
import type { Work } from "./turn.ts";

const MOST_WORDS = 4;
const MOST_LINES = 120;
const MOST_FILES = 3;

/** A search for lines that hold two of the most telling words: they say more than a file that has both somewhere. */
export function pairSearch(ask: Ask, { weights }: TermTable): WantedCall | null {
  const known = ask.topic.filter((word) => (weights.get(stem(word)) ?? 0) > 0);
  known.sort((left, right) => (weights.get(stem(right)) ?? 0) - (weights.get(stem(left)) ?? 0));
  const patterns = known.slice(0, MOST_WORDS).map((word) => termPattern(word, ask.text));
  if (patterns.length < 2) return null;
  const pairs = patterns.flatMap((left, at) =>
    patterns.slice(at + 1).map((right) => `${left}.*${right}|${right}.*${left}`),
  );
  return { name: "grep", args: { pattern: pairs.join("|"), ignoreCase: true, limit: MOST_LINES } };
}

/** Files with the lines that hold most of the question, best first. */
export function pairedPaths(ask: Ask, work: readonly Work[], table: TermTable): readonly string[] {
  const pattern = pairSearch(ask, table)?.args["pattern"];
  const best = new Map<string, number>();
  const found = work.filter((one) => one.name === "grep" && argOf(one, "pattern") === pattern);
  for (const { path, text } of found.flatMap((one) => matchesIn(one.text))) {
    const said = new Set(words(text).map(stem));
    let score = 0;
    for (const [term, weight] of table.weights) if (said.has(term)) score += weight;
    best.set(path, Math.max(best.get(path) ?? 0, score * pathWeight(path, ask)));
  }
  const ranked = [...best].sort(
    ([one, left], [other, right]) => right - left || (one < other ? -1 : 1),
  );
  return ranked.slice(0, MOST_FILES).map(([path]) => path);
}
