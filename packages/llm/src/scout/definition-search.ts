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
const MOST_LINES = 200;
const MOST_FILES = 3;
const KEYWORD =
  "(?:function|class|interface|type|enum|struct|trait|def|fn|func|const|let|var|val|module|object|record)";
const NAMED = new RegExp(String.raw`\b${KEYWORD}\s+(\w+)`);

/** A search for definitions that are called like what is asked for. */
export function definitionSearch(ask: Ask): WantedCall | null {
  const found = ask.topic
    .slice(0, MOST_WORDS)
    .map((word) => termPattern(word, ask.text).replace(/^\\b/, ""));
  if (found.length === 0) return null;
  // At the beginning of a line: what lies deeper is seldom asked for.
  const pattern = String.raw`^(?:\w+(?:\([^)]*\))?\s+){0,3}${KEYWORD}\s+\w*(?:${found.join("|")})`;
  return { name: "grep", args: { pattern, ignoreCase: true, limit: MOST_LINES } };
}

/** Files that define what is called most like the question, best first. */
export function definingPaths(
  ask: Ask,
  work: readonly Work[],
  { weights }: TermTable,
): readonly string[] {
  const pattern = definitionSearch(ask)?.args["pattern"];
  const best = new Map<string, number>();
  const found = work.filter((one) => one.name === "grep" && argOf(one, "pattern") === pattern);
  for (const { path, text } of found.flatMap((one) => matchesIn(one.text))) {
    const parts = new Set(words(NAMED.exec(text)?.[1] ?? "").map(stem));
    let score = 0;
    for (const [term, weight] of weights) if (parts.has(term)) score += weight;
    // The whole name counts as a word of its own; what else is in it is beside the question.
    const extra = Math.max(0, parts.size - 1 - ask.topic.length);
    const fit = (score / (1 + 0.25 * extra)) * pathWeight(path, ask);
    best.set(path, Math.max(best.get(path) ?? 0, fit));
  }
  const ranked = [...best].filter(([, fit]) => fit > 0);
  ranked.sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
  return ranked.slice(0, MOST_FILES).map(([path]) => path);
}
