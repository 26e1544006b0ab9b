import { chooseSentences, rankDocuments } from "@squire/ranking";
import type { SourceDocument } from "@squire/ranking";
import { answer, look } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { say } from "./phrases.ts";
import type { Turn } from "./turn.ts";

const ASKS_MEMORY =
  /\b(?:last time|yesterday|remember|told you|my notes?|in (?:an? |the )?(?:earlier|previous|past|last) (?:session|talk|conversation)s?|(?:did|have) (?:i|we|you) (?:ever )?(?:say|said|tell|decided?|agreed?|talk(?:ed)?|discuss(?:ed)?|mention(?:ed)?|ask(?:ed)?|prefer(?:red)?)|we (?:decided|agreed|talked|discussed))\b/i;
const HITS = 8;

/** A question about what was said before, where memory can be searched; null for all others. */
export function decideMemory(turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const { question, work } = turn;
  if (!ASKS_MEMORY.test(question)) return null;
  const found = work.find(({ name }) => name === "memory_search");
  if (found === undefined) {
    if (!offered.has("memory_search")) return null;
    const call = { name: "memory_search", args: { query: question, k: HITS } };
    return look(say("recalling"), [call]);
  }
  if (found.failed) return null;
  const hits = documentsIn(found.text);
  const chosen = chooseSentences(question, rankDocuments(question, [{ query: question, hits }]));
  // What memory does not hold, the files may.
  if (chosen.length === 0) return null;
  const quotes = chosen.flatMap(({ text, document }) => [
    `> ${text.replaceAll(/\s+/g, " ")}`,
    `> — ${document.place}`,
    "",
  ]);
  return answer([say("recalled"), "", ...quotes].join("\n").trim());
}

/** `[where, who, when]` above each piece. */
function documentsIn(text: string): readonly SourceDocument[] {
  return text.split(/\n\n(?=\[[^\]\n]+\]\n)/).flatMap((piece) => {
    const [, place = "", said = ""] = /^\[([^\]\n]+)\]\n([^]*)$/.exec(piece) ?? [];
    return said === "" ? [] : [{ place, title: "", text: said }];
  });
}
