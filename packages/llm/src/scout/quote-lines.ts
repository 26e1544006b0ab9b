import { isProse, placeOf } from "./passage.ts";
import type { Passage } from "./passage.ts";

const LONGEST = 600;
const MOST_CODE_LINES = 16;

/** A passage as part of an answer: what is said about it, the place, and code as code. */
export function quoteLines(passage: Passage): readonly string[] {
  const { path, about, kind } = passage;
  if (isProse(path) || kind === "comment") {
    return [`> ${cut(tidy(passage.quote))}`, `> — ${placeOf(passage)}`, ""];
  }
  const told =
    about === undefined || about.text === ""
      ? []
      : [`> ${cut(about.text)}`, `> — ${path}:${about.line}`, ""];
  const code = passage.quote.split("\n").slice(0, MOST_CODE_LINES);
  return [...told, placeOf(passage), `\`\`\`${languageOf(path)}`, ...code, "```", ""];
}

/** Marks of lists and tables at the edges are not part of what is said. */
export function tidy(quote: string): string {
  return quote
    .replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, "")
    .replace(/^\|\s*/, "")
    .replace(/\s*\|$/, "");
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, "")} …`;
}

function languageOf(path: string): string {
  return /\.(\w{1,10})$/.exec(path)?.[1] ?? "";
}
