import { chooseSentences, rankDocuments } from "@squire/ranking";
import type { ChosenSentence } from "@squire/ranking";
import type { Ask } from "./ask.ts";
import { withoutCourtesy } from "./ask.ts";
import { nothingFound } from "./answer-passages.ts";
import { answer, look } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { say } from "./phrases.ts";
import { openPages } from "./research.ts";
import { documentsOpened, searchesIn } from "./research-outcomes.ts";
import { cutAtWord } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn } from "./turn.ts";

const WEB = "(?:the )?(?:web|internet)|online";
/** A wish, not a question about code that does the same: it begins with the verb, or ends with the place. */
const ASKS_WEB = new RegExp(
  String.raw`^(?:search|look|find|google)(?: up)?\b.*\b(?:on |in )?(?:${WEB})\b|^google\b|\b(?:on|from) the (?:web|internet)\s*[?.!]*$|\bonline\s*[?.!]*$`,
  "i",
);
const ABOUT_FOLDER =
  /\b(?:this|our|my|the) (?:repo|repository|project|folder|codebase|code|workspace|files?)\b|\bhere\s*[?.!]*$/i;
const WISH =
  /^(?:please )?(?:search|look|find|google)(?: up)?\b\s*(?:(?:on|in|at)?\s*(?:the )?(?:web|internet|online)\b)?\s*(?:for|what|about)?\s*|\b(?:on|from|in) the (?:web|internet)\b|\bonline\b/gi;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`“”]+[^\s<>"'`“”.,;:!?)\]]/gi;
/** An address with what it is called: “the file at https://…” is none of this folder. */
const NAMED_ADDRESS = new RegExp(
  String.raw`(?:\b(?:the|this|my|our) \w+ )?(?:\b(?:at|from|in|on|under) )?${ADDRESS.source}`,
  "gi",
);
/** Where an address stands, not what stands behind it. */
const WHERE_USED =
  /^where\b.*\b(?:used?|called?|requested|fetched|mentioned|referenced|defined|configured|set|hard-?coded)\b|^(?:who|what|which (?:files?|functions?|modules?|class(?:es)?|packages?|tests?)) (?:uses?|calls?|requests?|fetch(?:es)?|mentions?|references?)\b/i;
const MOST_ADDRESSES = 3;
const LONGEST_REASON = 200;

/**
 * A question that the user wants looked up on the web, or that names a page; null for all others.
 * Scout never goes there by itself: what leaves this machine is the user's to decide.
 */
export function decideWeb(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const wish = withoutCourtesy(ask.text).trim();
  const addresses = addressesIn(ask);
  if (addresses.length > 0) {
    const isHere = ABOUT_FOLDER.test(withoutAddresses(ask)) || asksWhereUsed(ask);
    return isHere ? null : decidePages(addresses, turn, offered);
  }
  const isMeant = ASKS_WEB.test(wish) && !ABOUT_FOLDER.test(wish) && ask.paths.length === 0;
  return isMeant ? decideSearch(wish, turn, offered) : null;
}

/** Whether a question is for the places in which an address stands. */
export function asksWhereUsed(ask: Ask): boolean {
  return WHERE_USED.test(withoutAddresses(ask));
}

function withoutAddresses({ text }: Ask): string {
  return withoutCourtesy(text).trim().replaceAll(NAMED_ADDRESS, " ").trim();
}

export function addressesIn({ text }: Ask): readonly string[] {
  return [...new Set(text.match(ADDRESS) ?? [])].slice(0, MOST_ADDRESSES);
}

/** Why none of the pages that a question names could be read; null when one was, or none was opened. */
export function lostPages({ work }: Turn, ask: Ask): string | null {
  const addresses = new Set(addressesIn(ask));
  const opened = work.filter((one) => one.name === "web_fetch" && addresses.has(argOf(one, "url")));
  const [first] = opened;
  if (first === undefined || opened.some(({ failed }) => !failed)) return null;
  return say("noWeb", { reason: reasonOf(first.text) });
}

function decideSearch(wish: string, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const query = wish.replaceAll(WISH, " ").replaceAll(/\s+/g, " ").trim();
  const asked = turn.work.find(({ name }) => name === "web_search");
  if (asked === undefined) {
    if (!offered.has("web_search") || query === "") return null;
    return look(say("looking", { words: query }), [{ name: "web_search", args: { query } }]);
  }
  if (asked.failed) return answer(say("noWeb", { reason: reasonOf(asked.text) }));
  const meant = { ...turn, question: query };
  const opening = openPages(meant, offered);
  if (opening !== null) return opening;
  const chosen = chooseSentences(query, rankDocuments(query, searchesIn(turn.work)));
  if (chosen.length === 0) return answer(nothingFound({ topic: [query] }, { absent: [] }));
  return answer(sentenceLines(query, chosen));
}

/** Pages that the question names: they are what it is about. */
function decidePages(
  addresses: readonly string[],
  { work, question }: Turn,
  offered: ReadonlySet<string>,
): Decision | null {
  const opened = work.filter(({ name }) => name === "web_fetch");
  const missing = addresses.filter((url) => !opened.some((one) => argOf(one, "url") === url));
  if (missing.length > 0) {
    if (!offered.has("web_fetch")) return null;
    const calls = missing.map((url) => ({ name: "web_fetch", args: { url } }));
    return look(say("reading", { paths: missing.join(", ") }), calls);
  }
  // The files may speak of it.
  if (opened.every(({ failed }) => failed)) return null;
  const topic = question.replaceAll(ADDRESS, " ").replaceAll(/\s+/g, " ").trim();
  const hits = documentsOpened(work);
  const chosen = chooseSentences(topic, rankDocuments(topic, [{ query: topic, hits }]));
  if (chosen.length === 0) return answer(nothingFound({ topic: [topic] }, { absent: [] }));
  return answer(sentenceLines(topic, chosen));
}

function reasonOf(text: string): string {
  return cutAtWord(text.trim().split("\n", 1)[0] ?? "", LONGEST_REASON);
}

/** Sentences of pages as an answer, each with its page. */
export function sentenceLines(topic: string, chosen: readonly ChosenSentence[]): string {
  const quotes = chosen.flatMap(({ text: said, document }) => [
    `> ${said.replaceAll(/\s+/g, " ")}`,
    `> — ${document.place}`,
    "",
  ]);
  return [say("says", { topic: `“${topic}”` }), "", ...quotes].join("\n").trim();
}
