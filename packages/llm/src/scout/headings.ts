import { stem, words } from "@squire/ranking";
import type { Ask } from "./ask.ts";
import type { WantedCall } from "./decision.ts";
import type { TermTable } from "./file-ranking.ts";
import { matchesIn } from "./outcomes.ts";
import { termPattern } from "./term-pattern.ts";
import type { Work } from "./turn.ts";

const MOST_WORDS = 4;
const MOST_LINES = 300;
/** Apart: a raw text is no place for what is not ASCII. */
const DASH = "[—–]";
const PROSE_GLOB = "*.{md,mdx,markdown,rst,adoc,txt}";

/**
 * A search for the places where a text says what something is: a heading that names it, the row of a
 * table or the item of a list that begins with it.
 */
export function headingSearch(ask: Ask): WantedCall | null {
  const found = ask.topic.slice(0, MOST_WORDS).map((word) => termPattern(word, ask.text));
  if (found.length === 0) return null;
  const any = `(?:${found.join("|")})`;
  const pattern = String.raw`^\s*(?:#{1,6}\s.{0,40}${any}.{0,24}$|\|\s*[*_\x60]*${any}\w{0,4}[*_\x60]*\s*\||[-*+]\s+[*_\x60]*${any}\w{0,4}[*_\x60]*\s*(?::|${DASH}))`;
  return { name: "grep", args: { pattern, glob: PROSE_GLOB, ignoreCase: true, limit: MOST_LINES } };
}

function isHeadingSearch(one: Work, ask: Ask): boolean {
  return one.name === "grep" && one.args["pattern"] === headingSearch(ask)?.args["pattern"];
}

/** Texts with a heading or a first column that names all that is asked for, at most three. */
export function headedPaths(
  ask: Ask,
  work: readonly Work[],
  { weights }: TermTable,
): readonly string[] {
  const heads = new Map<string, { readonly said: Set<string>; extra: number }>();
  const matches = work
    .filter((one) => isHeadingSearch(one, ask))
    .flatMap((one) => matchesIn(one.text));
  for (const { path, text } of matches) {
    const found = words(headOf(text)).map(stem);
    const known = found.filter((term) => weights.has(term));
    const at = heads.get(path) ?? { said: new Set(), extra: Number.POSITIVE_INFINITY };
    for (const term of known) at.said.add(term);
    heads.set(path, { ...at, extra: Math.min(at.extra, found.length - known.length) });
  }
  const best = [...heads].map(([path, { said, extra }]) => {
    const isGlossary = /glossar|definitions|terminology/i.test(path);
    return [path, shareOf(weights, said) - 0.03 * extra + (isGlossary ? 0.1 : 0)] as const;
  });
  const ranked = best.filter(([, share]) => share >= 0.5);
  ranked.sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
  return ranked.slice(0, 3).map(([path]) => path);
}

/** A heading, the first cell of a row, or an item up to its colon. */
function headOf(line: string): string {
  if (/^\s*#/.test(line)) return line;
  if (/^\s*\|/.test(line)) return line.replace(/^\s*\|/, "").split("|", 1)[0] ?? "";
  return line.split(/[:—–]/, 1)[0] ?? "";
}

function shareOf(weights: ReadonlyMap<string, number>, said: ReadonlySet<string>): number {
  let found = 0;
  let all = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (said.has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}
