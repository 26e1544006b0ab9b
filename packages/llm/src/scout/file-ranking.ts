import { stem, words } from "@squire/ranking";
import type { Ask } from "./ask.ts";
import { namedPaths } from "./named-paths.ts";
import { nearPlaces } from "./near-places.ts";
import type { NearPlace } from "./near-places.ts";
import { countsIn, totalIn } from "./outcomes.ts";
import { isProse, isTestPath } from "./passage.ts";
import { termPattern } from "./term-pattern.ts";
import { argOf } from "./turn.ts";
import type { Work } from "./turn.ts";

/** Where the words of a question stand, file by file. */
export type TermTable = {
  /** Stem → how telling it is: rare words are. */
  readonly weights: ReadonlyMap<string, number>;
  /** Words that stand nowhere. */
  readonly absent: readonly string[];
  readonly files: readonly RankedFile[];
  /** Places that the index of the workspace has named; none without one. */
  readonly near: readonly NearPlace[];
  /** Files that the question names, where they lie. */
  readonly named: ReadonlySet<string>;
};

export type RankedFile = {
  readonly path: string;
  readonly score: number;
  /** How much of the question stands in it, by weight: 0 to 1. */
  readonly coverage: number;
};

/** So many files a workspace is taken to have at least. */
const FEWEST = 200;

export function termTable(ask: Ask, work: readonly Work[]): TermTable {
  const counts = new Map<string, ReadonlyMap<string, number>>();
  for (const word of ask.topic) {
    const found = work.find((one) => isCount(one, word, ask));
    if (found !== undefined) counts.set(word, countsIn(found.text));
  }
  const paths = new Set([...counts.values()].flatMap((table) => [...table.keys()]));
  const total = Math.max(FEWEST, paths.size, fileTotal(work));
  const weights = new Map<string, number>();
  for (const [word, table] of counts) {
    weights.set(stem(word), Math.log(1 + (total - table.size + 0.5) / (table.size + 0.5)));
  }
  const files = [...paths].map((path) => rankedFile(path, ask, counts, weights));
  files.sort((left, right) => right.score - left.score || (left.path < right.path ? -1 : 1));
  const absent = [...counts].filter(([, table]) => table.size === 0).map(([word]) => word);
  const named = new Set(namedPaths(ask, work));
  return { weights, absent, files, near: nearPlaces(work), named };
}

/** How many files there are, where a listing has told it. */
function fileTotal(work: readonly Work[]): number {
  const listing = work.find((one) => one.name === "glob" && argOf(one, "pattern") === ANY_FILE);
  return listing === undefined ? 0 : (totalIn(listing.text) ?? 0);
}

export const ANY_FILE = "**/*";

export function isCount(one: Work, word: string, ask: Pick<Ask, "text">): boolean {
  return (
    one.name === "grep" &&
    argOf(one, "output") === "count" &&
    argOf(one, "pattern") === termPattern(word, ask.text)
  );
}

function rankedFile(
  path: string,
  ask: Ask,
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
  weights: ReadonlyMap<string, number>,
): RankedFile {
  const folder = new Set(words(path.slice(0, Math.max(0, path.lastIndexOf("/")))).map(stem));
  const name = new Set(words(path.slice(path.lastIndexOf("/") + 1)).map(stem));
  let score = 0;
  let covered = 0;
  let all = 0;
  for (const [word, table] of counts) {
    const key = stem(word);
    const weight = weights.get(key) ?? 0;
    const count = table.get(path) ?? 0;
    all += weight;
    covered += count > 0 ? weight : 0;
    score += (weight * count) / (count + 3);
    score += name.has(key) ? 1.2 * weight : folder.has(key) ? 0.3 * weight : 0;
  }
  const coverage = all === 0 ? 0 : covered / all;
  return { path, coverage, score: score * (0.2 + 0.8 * coverage ** 1.5) * pathWeight(path, ask) };
}

/** Some files are seldom what is meant. */
export function pathWeight(path: string, { parts, text }: Pick<Ask, "parts" | "text">): number {
  if (
    /(?:^|\/)(?:package-lock\.json|yarn\.lock|[\w.-]+\.lock|[\w.-]+\.min\.\w+)$|\.(?:svg|snap|map|jsonl|csv)$/.test(
      path,
    )
  )
    return 0.05;
  if (isTestPath(path) && !/\btests?\b/i.test(text)) return 0.3;
  if (
    /(?:^|\/)(?:changelog|history|license|news)\b/i.test(path) &&
    !/\b(?:change|release|license)/i.test(text)
  )
    return 0.35;
  const wantsCode =
    parts[0]?.kind === "find" && /\b(?:implement|defin|code|function|class|declar)/i.test(text);
  if (isProse(path)) return wantsCode ? 0.35 : 1.1;
  return 1;
}
