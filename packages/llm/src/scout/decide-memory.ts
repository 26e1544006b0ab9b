import { remarkLines, talkLines } from "./answer-recalled.ts";
import { topicOf } from "./ask.ts";
import type { Ask } from "./ask.ts";
import { asksDay, asksPast, asksTalk, pastTopic } from "./asks-past.ts";
import { answer, look } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { say } from "./phrases.ts";
import { rankRecalled } from "./rank-recalled.ts";
import { recalledIn, saidHere } from "./recalled.ts";
import type { Recalled } from "./recalled.ts";
import type { Turn } from "./turn.ts";

const HITS = 12;
/** Whoever asks for everything gets what there is. */
const MOST_HITS = 50;
/** So much of the question a sentence must speak of. */
const ENOUGH = 0.55;
/** More where nobody has asked for memory. */
const ENOUGH_UNASKED = 0.65;

type Offered = ReadonlySet<string>;

/** A question about what was said before, where memory can be searched; null for all others. */
export function decideMemory(ask: Ask, turn: Turn, offered: Offered): Decision | null {
  const { question } = turn;
  if (!asksPast(question)) return null;
  const topic = pastTopic(ask);
  const k = topic.length === 0 ? MOST_HITS : HITS;
  const next = searchMemory(turn, offered, { query: queryOf(ask, turn), k });
  if (next !== null) return next;
  const recalled = recalledNow(turn);
  if (topic.length === 0) {
    const talks = talkLines(recalled);
    return talks === null ? null : answer(talks);
  }
  const remarks = rankRecalled(recalled, { topic, withQuestions: asksTalk(question) });
  const fitting = remarks.filter(({ coverage }) => coverage >= ENOUGH);
  // What memory does not hold, the files may.
  return fitting.length === 0 ? null : answer(remarkLines(fitting, asksDay(question)));
}

/** A question that the files do not answer; null when memory does not either, or cannot be searched. */
export function decideFromMemory(ask: Ask, turn: Turn, offered: Offered): Decision | null {
  const next = searchMemory(turn, offered, { query: queryOf(ask, turn), k: HITS });
  if (next !== null) return next;
  const wish = { topic: pastTopic(ask), withQuestions: false, isUnasked: true };
  const remarks = rankRecalled(recalledNow(turn), wish);
  const fitting = remarks.filter(({ coverage }) => coverage >= ENOUGH_UNASKED);
  return fitting.length === 0 ? null : answer(remarkLines(fitting, false));
}

/** The question, with what it goes on about where it says only “it”. */
function queryOf(ask: Ask, { question }: Turn): string {
  const own = new Set(topicOf(question));
  return [question, ...pastTopic(ask).filter((word) => !own.has(word))].join(" ");
}

type Search = { readonly query: string; readonly k: number };

function searchMemory({ work }: Turn, offered: Offered, args: Search): Decision | null {
  if (!offered.has("memory_search") || work.some(({ name }) => name === "memory_search"))
    return null;
  return look(say("recalling"), [{ name: "memory_search", args }]);
}

function recalledNow({ work, earlier }: Turn): readonly Recalled[] {
  const found = work.filter(({ name, failed }) => name === "memory_search" && !failed);
  return [...saidHere(earlier), ...found.flatMap(recalledIn)];
}
