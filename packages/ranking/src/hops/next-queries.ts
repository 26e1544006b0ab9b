import { sentences } from "../sentences.ts";
import { terms } from "../terms.ts";
import { namesIn } from "./names.ts";
import { rankDocuments, shareOf } from "./rank-documents.ts";
import { mentions, runOf } from "./source-document.ts";
import type { Search } from "./source-document.ts";

const MOST_NAMES = 3;
const MOST_BRIDGES = 3;
/** So many of the best documents are read for names. */
const READ = 5;

/** What to search for after the question itself: the names in it. */
export function nameQueries(question: string, most = MOST_NAMES): readonly string[] {
  const names = namesIn(question).filter((name) => terms(name).length > 0);
  // Of “A and B” the parts are searched for: whoever is called so is found by them, too.
  const parts = names.filter(
    (name) => !names.some((other) => other !== name && name.startsWith(`${other} and `)),
  );
  return parts.slice(0, Math.max(0, most));
}

/**
 * Names that the best documents so far use where they speak of the question, and that the question
 * does not have: a question that needs two documents leaves out what joins them.
 */
export function bridgeQueries(
  question: string,
  searches: readonly Search[],
  most = MOST_BRIDGES,
): readonly string[] {
  const asked = new Set([runOf(question), ...searches.map(({ query }) => runOf(query))]);
  const wanted = new Set(terms(question));
  const worth = new Map<string, number>();
  for (const { document, score } of rankDocuments(question, searches).slice(0, READ)) {
    for (const { text } of sentences(document.text)) {
      const share = shareOf(wanted, { terms: new Set(terms(text)) });
      for (const name of namesIn(text)) {
        const run = runOf(name);
        if (name.length < 4 || mentions(document.titleRun, { titleRun: run })) continue;
        if ([...asked].some((known) => known.includes(run))) continue;
        worth.set(name, Math.max(worth.get(name) ?? 0, score * share));
      }
    }
  }
  const best = [...worth].sort(([, left], [, right]) => right - left).map(([name]) => name);
  return best.slice(0, Math.max(0, most));
}
