import type { FailureKind, ModelRequest } from "@squire/protocol";
import { chooseSentences, rankDocuments } from "@squire/ranking";
import { decide } from "./decide.ts";
import { sentenceLines } from "./decide-web.ts";
import { answer } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { say } from "./phrases.ts";
import { documentsOpened, searchesIn } from "./research-outcomes.ts";
import { readTurn } from "./turn.ts";

/** What can be said of a turn whose model is gone: who went, and what was found until then. */
export function salvage(request: ModelRequest, model: string, kind: FailureKind): Decision {
  const { text } = decide({ ...request, tools: [] });
  const found = text.startsWith(say("nothing")) ? (fromDocuments(request) ?? text) : text;
  return answer(`${say("went", { model, kind })}\n\n${found}`);
}

/** The sentences that fit best of pages and documents that were opened; null when none fits. */
function fromDocuments(request: ModelRequest): string | null {
  const { question, work } = readTurn(request);
  const opened = { query: question, hits: documentsOpened(work) };
  const ranked = rankDocuments(question, [...searchesIn(work), opened]);
  const chosen = chooseSentences(question, ranked);
  if (chosen.length === 0) return null;
  return sentenceLines(question, chosen);
}
