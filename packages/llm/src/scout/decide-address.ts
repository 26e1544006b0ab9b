import { headFor, noUse } from "./answer-count.ts";
import type { Ask } from "./ask.ts";
import { callLines } from "./decide-calls.ts";
import { addressesIn, asksWhereUsed } from "./decide-web.ts";
import { answer, look } from "./decision.ts";
import type { Decision, WantedCall } from "./decision.ts";
import { matchesIn, totalIn } from "./outcomes.ts";
import { say } from "./phrases.ts";
import { escapePattern } from "./text.ts";
import { argOf } from "./turn.ts";
import type { Turn } from "./turn.ts";

const MOST_LINES = 100;

/**
 * Where an address stands: as it is written, since its words are everywhere. Null for other questions, and
 * where it could not be searched for.
 */
export function decideAddress(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision | null {
  const [address, another] = addressesIn(ask);
  if (address === undefined || another !== undefined) return null;
  if (ask.parts.length > 1 || !asksWhereUsed(ask)) return null;
  const pattern = escapePattern(address);
  const call: WantedCall = { name: "grep", args: { pattern, limit: MOST_LINES } };
  const done = turn.work.find((one) => one.name === "grep" && argOf(one, "pattern") === pattern);
  if (done === undefined)
    return offered.has("grep") ? look(say("looking", { words: address }), [call]) : null;
  return done.failed ? null : answer(placesOf(address, done.text));
}

function placesOf(address: string, text: string): string {
  const found = matchesIn(text).filter(({ isMatch }) => isMatch);
  if (found.length === 0) return noUse(address, text);
  const files = new Set(found.map(({ path }) => path)).size;
  const count = Math.max(found.length, totalIn(text) ?? 0);
  const calls = found.map(({ path, n, text: code }) => ({ path, line: n, code: code.trim() }));
  return [headFor(text, { count, pattern: address, files }), "", ...callLines(calls)].join("\n");
}
