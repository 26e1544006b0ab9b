import type { ModelRequest } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { decideCount } from "./answer-count.ts";
import { answerParts } from "./answer-passages.ts";
import { decideSummary } from "./answer-summary.ts";
import type { Ask } from "./ask.ts";
import { asksPast } from "./asks-past.ts";
import { bridgeNames, followNames } from "./bridges.ts";
import { decideAddress } from "./decide-address.ts";
import { decideCalls } from "./decide-calls.ts";
import { decideChange } from "./decide-change.ts";
import { decideFiles } from "./decide-files.ts";
import { decideFromMemory, decideMemory } from "./decide-memory.ts";
import { decideWeb, lostPages } from "./decide-web.ts";
import { answer } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { termTable } from "./file-ranking.ts";
import type { Findings } from "./findings.ts";
import { understandTurn } from "./follow-up.ts";
import { groupsIn } from "./groups.ts";
import { MOST_STEPS, nextLook } from "./locate.ts";
import { isNotesRequest, notesFrom } from "./notes.ts";
import { filesSeen } from "./outcomes.ts";
import { passagesOf } from "./passage-ranking.ts";
import { say } from "./phrases.ts";
import { isReportRequest, reportFrom } from "./report.ts";
import { decideResearch } from "./research.ts";
import { isStatement } from "./statement.ts";
import { readTurn } from "./turn.ts";
import type { Turn } from "./turn.ts";

/** What scout does next. Pure: the same request, the same decision. */
export function decide(request: ModelRequest): Decision {
  const wish = lastWish(request);
  if (isReportRequest(wish)) return answer(reportFrom(wish));
  if (isNotesRequest(wish)) return answer(notesFrom(wish));
  const turn = readTurn(request);
  const offered = new Set(request.tools.map(({ name }) => name));
  if (offered.has("note_evidence")) return decideResearch(turn, offered);
  const ask = understandTurn(turn);
  if (ask.parts.every(({ kind }) => kind === "help")) return answer(introduction());
  if (ask.change !== null)
    return decideChange(ask.change, turn, offered) ?? refuse(ask, turn, offered);
  if (turn.material.length === 0 && isStatement(turn.question)) return answer(say("heard"));
  return withLostPages(decideQuestion(ask, turn, offered), ask, turn);
}

function decideQuestion(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision {
  return (
    decideMemory(ask, turn, offered) ??
    decideWeb(ask, turn, offered) ??
    decideAddress(ask, turn, offered) ??
    decideCount(ask, turn, offered) ??
    decideSummary(ask, turn, offered) ??
    decideFiles(ask, turn, offered) ??
    decideCalls(ask, turn, offered) ??
    decideAnswer(ask, turn, offered)
  );
}

/** Whoever named a page should know that the answer does not come from there. */
function withLostPages(next: Decision, ask: Ask, turn: Turn): Decision {
  const lost = next.type === "answer" ? lostPages(turn, ask) : null;
  return lost === null ? next : answer(`${lost}\n\n${next.text}`);
}

function lastWish({ messages }: ModelRequest): string {
  const last = messages.findLast(({ role }) => role === "user");
  return last === undefined ? "" : textOf(last).trim();
}

function introduction(): string {
  return [say("hello"), say("canDo"), `${say("cannotDo")} ${say("setup")}`].join("\n\n");
}

function decideAnswer(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision {
  const isBlind = offered.size === 0 && turn.work.length + turn.material.length === 0;
  if (isBlind) return answer(`${say("noTools")} ${say("setup")}`);
  // Whoever gives something along asks about that.
  const next = turn.material.length > 0 ? null : nextLook(ask, turn, offered);
  if (next !== null) return next;
  const found = findings(ask, turn);
  const further =
    turn.steps < MOST_STEPS && turn.material.length === 0
      ? followNames(found.bridges, turn, offered)
      : null;
  if (further !== null) return further;
  const said = answerParts(ask, found);
  const isAsked = said.isWhole || turn.material.length > 0 || asksPast(turn.question);
  const recalled = isAsked ? null : decideFromMemory(ask, turn, offered);
  if (recalled === null) return answer(withMemory(said.text, turn));
  // What the files say in part stays; memory adds to it.
  return recalled.type === "look" || isNothing(said.text)
    ? recalled
    : answer(`${said.text}\n\n${recalled.text}`);
}

function isNothing(text: string): boolean {
  return text.startsWith(say("nothing"));
}

/** Whoever hears that nothing was found should know that memory was searched, too. */
function withMemory(text: string, { work }: Turn): string {
  const isSearched = work.some(({ name, failed }) => name === "memory_search" && !failed);
  return isNothing(text) && isSearched
    ? text.replace(say("nothing"), () => `${say("nothing")} ${say("unsaid")}`)
    : text;
}

function findings(ask: Ask, { work, material }: Turn): Findings {
  const files = [...material, ...filesSeen(work)];
  const seen = {
    passages: files.flatMap(passagesOf),
    groups: files.flatMap(groupsIn),
    table: termTable(ask, work),
  };
  return { ...seen, bridges: bridgeNames(ask, seen) };
}

/** What needs understanding is not tried; where it would be done can still be shown. */
function refuse(ask: Ask, turn: Turn, offered: ReadonlySet<string>): Decision {
  const next = ask.topic.length === 0 ? null : nextLook(ask, turn, offered);
  if (next !== null) return next;
  const found = answerParts(ask, findings(ask, turn)).text;
  const places = isNothing(found) ? [] : [say("mayHelp"), found];
  return answer([`${say("beyond")} ${say("setup")}`, ...places].join("\n\n"));
}
