import { stem, words } from "@squire/ranking";
import type { Part } from "./ask.ts";
import { isProse } from "./passage.ts";
import type { Passage } from "./passage.ts";

const ASKS_AMOUNT = /\bhow (?:long|many|much|often|big|large|far|fast|high)\b/i;
const ASSIGNED =
  /^\s*(?:(?:const|let|var|val|final|auto|mut)\s+)*([A-Za-z_$][\w$.]*)(?:\s*:[\w<>[\]| ]+)?\s*(?:[-+*/]?=(?![=>])|:=)\s*(.+)$/;
const CALLED = /([A-Za-z_$][\w$]*)\(/g;
const MOST_LINES = 2;
/** No statement that is worth showing is longer; what a hostile file may hold is not searched. */
const LONGEST_LINE = 240;
const LONGEST_BODY = 14;

/**
 * Whoever asks how long or how much wants to see where that is worked out: the lines of a function that
 * set what was asked for, and what they call, as far as it was seen.
 */
export function computedIn(
  passage: Passage,
  part: Part,
  all: readonly Passage[],
): readonly Passage[] {
  if (!ASKS_AMOUNT.test(part.text) || isProse(passage.path)) return [];
  const lines = linesThatSet(passage, part);
  const called = new Set(
    lines.flatMap(({ quote }) => [...quote.matchAll(CALLED)].map(([, name]) => name)),
  );
  const found = all.filter(
    (one) => one.name !== undefined && called.has(one.name) && one.kind === "definition",
  );
  return [
    ...lines,
    ...found
      .filter((one) => one !== passage)
      .slice(0, 1)
      .map(withBody),
  ];
}

/** Its own name says what it is; the rest of the question is what it works out. */
function linesThatSet(passage: Passage, { terms }: Part): readonly Passage[] {
  const { body = "", name = "", path, title, lastLine } = passage;
  const own = new Set(words(name).map(stem));
  const wanted = new Set(terms.filter((term) => !own.has(term)));
  return body
    .split("\n")
    .flatMap((quote, at): readonly Passage[] => {
      const [, set = ""] = quote.length > LONGEST_LINE ? [] : (ASSIGNED.exec(quote) ?? []);
      const line = lastLine + 1 + at;
      const isMeant = words(set).some((word) => wanted.has(stem(word)));
      return isMeant ? [{ path, title, line, lastLine: line, kind: "member", quote }] : [];
    })
    .slice(0, MOST_LINES);
}

/** A short function whole. */
function withBody(passage: Passage): Passage {
  const { body = "", quote } = passage;
  const lines = body.split("\n");
  return body === "" || lines.length > LONGEST_BODY
    ? passage
    : { ...passage, quote: `${quote}\n${body}` };
}
