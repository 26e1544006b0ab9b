import { bridgeQueries, chooseSentences, nameQueries, rankDocuments } from "@squire/ranking";
import type { Search } from "@squire/ranking";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { list } from "./locate.ts";
import { say } from "./phrases.ts";
import { pagesFound, searchesIn } from "./research-outcomes.ts";
import { argOf } from "./turn.ts";
import type { Turn } from "./turn.ts";

/** Whoever asks about earlier talks means them. */
const ASKS_PAST =
  /\b(?:last time|earlier|yesterday|before|previous(?:ly)?|session|sessions|conversation|did (?:i|we|you)|have (?:i|we|you)|remember|told you|talked|discussed)\b/i;

/** As many searches as research allows by default (RES-3). */
const MOST_SEARCHES = 7;
const MOST_HITS = 20;
const MOST_PAGES = 4;

/**
 * Research: the question itself, the names in it, then names that join what was found; what is chosen
 * is noted word for word, and the report is made of these notes.
 */
export function decideResearch(turn: Turn, offered: ReadonlySet<string>): Decision {
  const { question, work } = turn;
  const next = nextSearches(turn, offered) ?? openPages(turn, offered);
  if (next !== null) return next;
  if (work.some(({ name }) => name === "note_evidence")) return answer(say("noted"));
  const ranked = rankDocuments(question, searchesIn(work, ASKS_PAST.test(question)));
  const chosen = chooseSentences(question, ranked);
  if (chosen.length === 0) return answer(say("nothing"));
  const calls = chosen.map(({ text, document }) => ({
    name: "note_evidence",
    args: { claim: text.replaceAll(/\s+/g, " "), quote: text, source: document.place },
  }));
  return look(say("noting", { count: calls.length }), calls);
}

function nextSearches({ question, work }: Turn, offered: ReadonlySet<string>): Decision | null {
  const tool = offered.has("local_search")
    ? "local_search"
    : offered.has("web_search")
      ? "web_search"
      : null;
  if (tool === null) return null;
  const asked = new Set(work.filter(({ name }) => name === tool).map((one) => argOf(one, "query")));
  const call = (query: string): WantedCall => ({
    name: tool,
    args: tool === "local_search" ? { query, topK: MOST_HITS } : { query },
  });
  const own = [question, ...nameQueries(question)].slice(0, MOST_SEARCHES);
  if (asked.size === 0) return look(say("looking", { words: list(own) }), own.map(call));
  // A search that was refused says that there are no more of them.
  if (asked.size > own.length || work.some(({ name, failed }) => name === tool && failed))
    return null;
  const bridges = bridgeQueries(
    question,
    searchesIn(work, ASKS_PAST.test(question)),
    MOST_SEARCHES - asked.size,
  );
  return bridges.length === 0
    ? null
    : look(say("following", { words: list(bridges) }), bridges.map(call));
}

/** A page that a search has named can be quoted only when it is open. */
export function openPages({ question, work }: Turn, offered: ReadonlySet<string>): Decision | null {
  if (!offered.has("web_fetch") || work.some(({ name }) => name === "web_fetch")) return null;
  const found: readonly Search[] = pagesFound(work);
  const pages = rankDocuments(question, found)
    .slice(0, MOST_PAGES)
    .map(({ document }) => document.place);
  if (pages.length === 0) return null;
  return look(
    say("reading", { paths: list(pages) }),
    pages.map((url) => ({ name: "web_fetch", args: { url } })),
  );
}
