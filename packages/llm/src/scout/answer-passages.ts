import type { Ask, Part } from "./ask.ts";
import type { TermTable } from "./file-ranking.ts";
import { list } from "./locate.ts";
import type { Passage } from "./passage.ts";
import { rankPassages } from "./passage-ranking.ts";
import type { Scored } from "./passage-ranking.ts";
import { say } from "./phrases.ts";
import { quoteLines } from "./quote-lines.ts";

/** Below this the best that was found says too little to be called an answer. */
const ENOUGH = 0.5;
const THIN = 0.3;
const MOST_QUOTES = 4;

export type Findings = { readonly passages: readonly Passage[]; readonly table: TermTable };

/** An answer made of the passages that fit best, part by part. */
export function answerParts(ask: Ask, findings: Findings): string {
  const answers = ask.parts.map((part, at) => ({
    part,
    lines: answerPart(part, ask, findings, at),
  }));
  if (answers.every(({ lines }) => lines === null)) return nothingFound(ask, findings.table);
  const many = answers.length > 1;
  return answers
    .flatMap(({ part, lines }, at) => [
      ...(many && at > 0 ? [say("aboutPart", { part: part.text }), ""] : []),
      ...(lines ?? [say("partNothing", { part: part.text }), ""]),
    ])
    .join("\n")
    .trim();
}

export function nothingFound(ask: Ask, { absent }: Pick<TermTable, "absent">): string {
  return [
    say("nothing"),
    ...(ask.topic.length > 0 ? [say("searched", { words: list(ask.topic) })] : []),
    ...(absent.length > 0 ? [say("absent", { words: list(absent) })] : []),
  ].join(" ");
}

function answerPart(
  part: Part,
  ask: Ask,
  { passages, table }: Findings,
  at: number,
): readonly string[] | null {
  const ranked = rankPassages(passages, part, ask, table);
  const [best] = ranked;
  if (best === undefined || best.coverage < THIN) return null;
  const chosen = choose(ranked, part);
  const topic = `“${part.terms.length === 0 ? part.text : topicWords(part, ask)}”`;
  const head =
    best.coverage < ENOUGH
      ? say("closest", { topic })
      : part.kind === "find"
        ? say("foundIn", { topic, path: best.passage.path })
        : say("says", { topic });
  return [...(at > 0 ? [] : [head, ""]), ...chosen.flatMap(({ passage }) => quoteLines(passage))];
}

function topicWords(part: Part, ask: Ask): string {
  const words = ask.topic.filter((word) => part.text.toLowerCase().includes(word));
  return words.join(" ");
}

/** The best, and what adds something: no second quote of the same words, nothing far behind. */
function choose(ranked: readonly Scored[], part: Part): readonly Scored[] {
  const chosen: Scored[] = [];
  const [best] = ranked;
  for (const one of ranked) {
    if (chosen.length >= (part.kind === "find" ? 3 : MOST_QUOTES)) break;
    if (one.score < 0.5 * (best?.score ?? 0)) break;
    if (one.passage.kind === "heading") continue;
    if (!chosen.some((other) => isSame(other.passage, one.passage))) chosen.push(one);
  }
  return chosen;
}

function isSame(left: Passage, right: Passage): boolean {
  if (left.quote === right.quote) return true;
  return left.path === right.path && left.line <= right.lastLine && right.line <= left.lastLine;
}
