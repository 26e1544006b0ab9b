import { isProse, placeOf } from "./passage.ts";
import type { Passage } from "./passage.ts";
import { cutAtWord } from "./text.ts";

const LONGEST = 700;
/** A sentence this short is seldom all that there is to say. */
const SHORT = 240;
const VERY_SHORT = 40;

/** A passage as part of an answer: what is said about it with its place, and code as code. */
export function quoteLines(passage: Passage, all: readonly Passage[]): readonly string[] {
  const { path, about, kind } = passage;
  if (isProse(path)) return prose(withNext(passage, all), placeOf(passage));
  if (kind === "comment") return prose(passage.quote, placeOf(passage));
  const told =
    about === undefined || about.text === "" ? [] : prose(about.text, `${path}:${about.line}`);
  return [
    ...told,
    placeOf(passage),
    `\`\`\`${languageOf(path)}`,
    ...passage.quote.split("\n"),
    "```",
    "",
  ];
}

function prose(text: string, place: string): readonly string[] {
  return [`> ${cutAtWord(tidy(text), LONGEST)}`, `> — ${place}`, ""];
}

/** A short sentence with what follows it in the same paragraph. */
function withNext(passage: Passage, all: readonly Passage[]): string {
  const isBrief =
    passage.kind === "sentence" ? passage.quote.length < SHORT : passage.quote.length < VERY_SHORT;
  const isSentence = /[.!?…:]["”’)]?$/u.test(passage.quote);
  if (!isBrief || !isSentence || passage.kind === "row") return passage.quote;
  const at = all.indexOf(passage);
  let text = passage.quote;
  let last = passage.lastLine;
  for (const next of all.slice(at + 1, at + 3)) {
    const isNext =
      next.path === passage.path &&
      next.kind === passage.kind &&
      !/^(?:[-*+•]|\d{1,3}[.)])\s/.test(next.quote) &&
      next.line - last <= 1 &&
      next.owner === passage.owner;
    if (!isNext || text.length + next.quote.length > LONGEST) break;
    text = `${text} ${next.quote}`;
    last = next.lastLine;
  }
  return text;
}

/** Marks of lists and tables at the edges are not part of what is said. */
export function tidy(quote: string): string {
  return quote
    .replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, "")
    .replace(/^\|\s*/, "")
    .replace(/\s*\|$/, "");
}

function languageOf(path: string): string {
  return /\.(\w{1,10})$/.exec(path)?.[1] ?? "";
}
