import { stem } from "@squire/ranking";
import type { Ask, Part } from "./ask.ts";
import { topicOf } from "./ask.ts";
import type { Findings } from "./findings.ts";
import { placeOf } from "./passage.ts";
import type { Passage } from "./passage.ts";
import { rankPassages } from "./passage-ranking.ts";
import { say } from "./phrases.ts";
import { tidy } from "./quote-lines.ts";
import { cutAtWord } from "./text.ts";

const MOST_ROWS = 2;
const ENOUGH = 0.6;
const LONGEST = 320;

/** Two sides beside each other; null when one of them was not found. */
export function compareLines(part: Part, ask: Ask, findings: Findings): readonly string[] | null {
  const [left = "", right = ""] = ask.sides;
  if (left === "" || right === "") return null;
  const sides = [left, right].map((side) => ({ side, found: saidOf(side, part, ask, findings) }));
  if (sides.some(({ found }) => found.length === 0)) return null;
  return [
    say("compared", { left, right }),
    "",
    "| | |",
    "|---|---|",
    ...sides.flatMap(({ side, found }) =>
      found.map((passage) => `| ${cell(side)} | ${cell(wordsOf(passage))} — ${placeOf(passage)} |`),
    ),
    "",
  ];
}

/** What says best what one side is. */
function saidOf(
  side: string,
  part: Part,
  ask: Ask,
  { passages, table }: Findings,
): readonly Passage[] {
  const terms = topicOf(side).map(stem);
  const alone: Part = { ...part, text: side, terms, goesOn: false };
  const ranked = rankPassages(passages, alone, ask, table).filter(
    ({ coverage }) => coverage >= ENOUGH,
  );
  const best = ranked[0]?.score ?? 0;
  const near = ranked.filter(
    ({ passage, score }) => passage.kind !== "heading" && score >= 0.7 * best,
  );
  const said = new Map(
    near.map(({ passage }) => [wordsOf(passage), passage] as const).toReversed(),
  );
  return near
    .map(({ passage }) => passage)
    .filter((passage) => said.get(wordsOf(passage)) === passage)
    .slice(0, MOST_ROWS);
}

function wordsOf({ about, quote }: Passage): string {
  return about === undefined ? tidy(quote) : about.text;
}

/** In one line, and without what would end a cell. */
function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "·").trim();
  return cutAtWord(line, LONGEST);
}
