import type { ModelRequest } from "@squire/protocol";
import { answerParts } from "./answer-passages.ts";
import { understand } from "./ask.ts";
import { answer } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { termTable } from "./file-ranking.ts";
import { nextLook } from "./locate.ts";
import { filesSeen } from "./outcomes.ts";
import { passagesOf } from "./passage-ranking.ts";
import { say } from "./phrases.ts";
import { readTurn } from "./turn.ts";

/** What scout does next. Pure: the same request, the same decision. */
export function decide(request: ModelRequest): Decision {
  const turn = readTurn(request);
  const ask = understand(turn.question);
  const offered = new Set(request.tools.map(({ name }) => name));
  if (ask.parts.every(({ kind }) => kind === "help")) {
    return answer([say("hello"), say("canDo"), say("cannotDo"), say("setup")].join("\n\n"));
  }
  const next = nextLook(ask, turn, offered);
  if (next !== null) return next;
  const passages = filesSeen(turn.work).flatMap(passagesOf);
  return answer(answerParts(ask, { passages, table: termTable(ask, turn.work) }));
}
