import { stem, words } from "@squire/ranking";
import { bestGroup, listLines, placeOfGroup } from "./answer-list.ts";
import { compareLines } from "./answer-compare.ts";
import type { Ask, Part } from "./ask.ts";
import { computedIn } from "./computed.ts";
import { lastHeading } from "./counted.ts";
import type { TermTable } from "./file-ranking.ts";
import type { Findings } from "./findings.ts";
import type { Group } from "./groups.ts";
import { list } from "./locate.ts";
import type { Passage } from "./passage.ts";
import { rankPassages } from "./passage-ranking.ts";
import type { Scored } from "./passage-ranking.ts";
import { say } from "./phrases.ts";
import { quoteLines } from "./quote-lines.ts";

/** Below this the best that was found says too little to be called an answer. */
const ENOUGH = 0.55;
const THIN = 0.34;
const MOST_QUOTES: Readonly<Record<Part["kind"], number>> = {
  find: 3,
  explain: 3,
  list: 3,
  count: 2,
  compare: 2,
  when: 2,
  summarise: 4,
  help: 0,
};
const MOST_NEAR = 3;
/** What scores less than this part of the best is left out. */
const WORTH_SHOWING = 0.55;
const WORTH_ADDING = 0.75;

export type PartsAnswer = {
  readonly text: string;
  /** Every part is answered by something that speaks of most of it. */
  readonly isWhole: boolean;
};

/** An answer made of the passages that fit best, part by part. */
export function answerParts(ask: Ask, findings: Findings): PartsAnswer {
  const shown: Passage[] = [];
  const answers = ask.parts.map((part) => ({ part, ...answerPart(part, ask, findings, shown) }));
  if (answers.every(({ lines }) => lines === null))
    return { text: withNear(nothingFound(ask, findings.table), findings.table), isWhole: false };
  const many = answers.length > 1;
  const text = answers
    .flatMap(({ part, lines }, at) => [
      ...(many && at > 0 && lines !== null ? [say("aboutPart", { part: part.text }), ""] : []),
      ...(lines ?? [say("partNothing", { part: part.text }), ""]),
    ])
    .join("\n")
    .trim();
  return { text, isWhole: answers.every(({ isWhole }) => isWhole) };
}

export function nothingFound(
  ask: Pick<Ask, "topic">,
  { absent }: Pick<TermTable, "absent">,
): string {
  return [
    say("nothing"),
    ...(ask.topic.length > 0 ? [say("searched", { words: list(ask.topic) })] : []),
    ...(absent.length > 0 ? [say("absent", { words: list(absent) })] : []),
  ].join(" ");
}

/** Nothing answers by its words; what is near in meaning is named, and not called an answer. */
function withNear(text: string, { near }: TermTable): string {
  const places = [...new Set(near.map(({ path, first }) => `- ${path}:${first}`))];
  if (places.length === 0) return text;
  return [text, "", say("near"), "", ...places.slice(0, MOST_NEAR)].join("\n");
}

type Answered = { readonly lines: readonly string[] | null; readonly isWhole: boolean };

const UNANSWERED: Answered = { lines: null, isWhole: false };

function answerPart(part: Part, ask: Ask, findings: Findings, shown: Passage[]): Answered {
  const { passages, groups, table } = findings;
  if (part.kind === "list" || part.kind === "count") {
    const group = bestGroup(groups, part, ask, table);
    if (group !== null) return { lines: groupLines(part, group), isWhole: true };
  }
  if (part.kind === "compare") {
    const lines = compareLines(part, ask, findings);
    if (lines !== null) return { lines, isWhole: true };
  }
  const found = rankFor(part, ask, findings, shown);
  const ranked = part.kind === "when" ? found.filter(({ passage }) => namesTime(passage)) : found;
  const [best] = ranked;
  if (best === undefined || best.coverage < THIN) return UNANSWERED;
  const fresh = choose(ranked, part, shown);
  // What answers this part may have been shown for another one.
  const chosen =
    fresh.length > 0 && !(part.goesOn && isShown(best, shown)) ? fresh : ranked.slice(0, 1);
  // A later part has the question above it already.
  const isPlain = part.goesOn || (shown.length > 0 && best.coverage >= ENOUGH);
  const head = isPlain ? [] : [headOf(part, ask, best), ""];
  const quoted = withComputed(chosen, part, passages);
  shown.push(...quoted);
  return {
    lines: [...head, ...quoted.flatMap((passage) => quoteLines(passage, passages))],
    isWhole: best.coverage >= ENOUGH,
  };
}

/** Each with what it works out, where that was asked for; nothing twice. */
function withComputed(
  chosen: readonly Scored[],
  part: Part,
  all: readonly Passage[],
): readonly Passage[] {
  const quoted: Passage[] = [];
  for (const { passage } of chosen) {
    for (const one of [passage, ...computedIn(passage, part, all)])
      if (!quoted.some((other) => isSame(other, one))) quoted.push(one);
  }
  return quoted;
}

const TIME =
  /\b(?:1\d{3}|20\d{2})\b|\b\d{1,2}[:.]\d{2}\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|today|tomorrow|tonight|ago|century|centuries|morning|noon|evening|midnight|spring|summer|autumn|winter)\b|\b\d+ ?[ap]\.?m\b/i;

/** Whoever asks when something was wants a time: what names none is no answer. */
function namesTime({ quote, about }: Passage): boolean {
  return TIME.test(quote) || TIME.test(about?.text ?? "");
}

/** “Its limits” are those of what was just shown, or of what bears a name that stands there. */
function rankFor(
  part: Part,
  ask: Ask,
  findings: Findings,
  shown: readonly Passage[],
): readonly Scored[] {
  const { passages, table, bridges } = findings;
  if (!part.goesOn) return rankPassages(passages, part, ask, table);
  const about = new Set(shown.map(({ path }) => path));
  const isBridge = ({ quote }: Passage): boolean => bridges.some((name) => quote.includes(name));
  const near = passages.filter((passage) => about.has(passage.path) || isBridge(passage));
  const meant =
    bridges.length === 0 ? ask : { ...ask, topic: [...ask.topic, ...bridges.flatMap(words)] };
  const found = rankPassages(near, part, meant, table);
  return found.length > 0 ? found : rankPassages(passages, part, ask, table);
}

function groupLines(part: Part, group: Group): readonly string[] {
  if (part.kind === "list") return listLines(group);
  const title = group.name ?? lastHeading(group.title);
  return [say("countItems", { count: group.items.length, title, place: placeOfGroup(group) }), ""];
}

function headOf(part: Part, ask: Ask, { coverage, passage }: Scored): string {
  const topic = `“${topicWords(part, ask)}”`;
  if (coverage < ENOUGH) return say("closest", { topic });
  return part.kind === "find"
    ? say("foundIn", { topic, path: passage.path })
    : say("says", { topic });
}

function topicWords(part: Part, ask: Ask): string {
  const own = new Set(part.terms);
  const found = ask.topic.filter((word) => own.has(stem(word)));
  const meant = found.length > 0 ? found : ask.topic;
  // A name was cut into its parts for the search; it is shown as it was written.
  const whole = meant.filter(
    (word) => !meant.some((other) => other !== word && other.includes(word)),
  );
  return whole.map((word) => spelled(word, ask.text)).join(" ");
}

function spelled(word: string, text: string): string {
  return text.split(/[^\p{L}\p{N}\p{M}_-]+/u).find((run) => run.toLowerCase() === word) ?? word;
}

/** The best, and what adds something: nothing twice, nothing far behind. */
function choose(
  ranked: readonly Scored[],
  part: Part,
  shown: readonly Passage[],
): readonly Scored[] {
  const chosen: Scored[] = [];
  let best = 0;
  for (const one of ranked) {
    if (chosen.length >= MOST_QUOTES[part.kind]) break;
    if (one.passage.kind === "heading") continue;
    if (
      [...shown, ...chosen.map(({ passage }) => passage)].some((other) =>
        isSame(other, one.passage),
      )
    )
      continue;
    best = Math.max(best, one.score);
    if (one.score < (part.goesOn ? WORTH_ADDING : WORTH_SHOWING) * best) break;
    chosen.push(one);
  }
  return chosen;
}

function isShown({ passage }: Scored, shown: readonly Passage[]): boolean {
  return shown.some((other) => isSame(other, passage));
}

function isSame(left: Passage, right: Passage): boolean {
  if (left.quote === right.quote) return true;
  return left.path === right.path && left.line <= right.lastLine && right.line <= left.lastLine;
}
