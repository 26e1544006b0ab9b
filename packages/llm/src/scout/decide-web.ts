import { chooseSentences, rankDocuments } from "@squire/ranking";
import type { ChosenSentence } from "@squire/ranking";
import type { Ask } from "./ask.ts";
import { nothingFound } from "./answer-passages.ts";
import { answer, look } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { say } from "./phrases.ts";
import { openPages } from "./research.ts";
import { searchesIn } from "./research-outcomes.ts";
import type { Turn } from "./turn.ts";

const ASKS_WEB =
  /\b(?:(?:search|look|find|google)\b.*\b(?:web|internet|online)|(?:on|from) the (?:web|internet)|online)\b/i;
const WISH =
  /^(?:please )?(?:search|look|find|google)(?: up)?\b\s*(?:(?:on|in|at)?\s*(?:the )?(?:web|internet|online)\b)?\s*(?:for|what|about)?\s*|\b(?:on|from) the (?:web|internet)\b|\bonline\b/gi;

/**
 * A question that the user wants looked up on the web; null for all others. Scout never goes there
 * by itself: what leaves this machine is the user's to decide.
 */
export function decideWeb(
  { text }: Ask,
  turn: Turn,
  offered: ReadonlySet<string>,
): Decision | null {
  if (!ASKS_WEB.test(text)) return null;
  const query = text.replaceAll(WISH, " ").replaceAll(/\s+/g, " ").trim();
  const asked = turn.work.some(({ name }) => name === "web_search");
  if (!asked) {
    if (!offered.has("web_search") || query === "") return null;
    return look(say("looking", { words: query }), [{ name: "web_search", args: { query } }]);
  }
  const meant = { ...turn, question: query };
  const opening = openPages(meant, offered);
  if (opening !== null) return opening;
  const chosen = chooseSentences(query, rankDocuments(query, searchesIn(turn.work)));
  if (chosen.length === 0) return answer(nothingFound({ topic: [query] }, { absent: [] }));
  return answer(sentenceLines(query, chosen));
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
