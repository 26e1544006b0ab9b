import type { WantedCall } from "./decision.ts";
import type { Change } from "./change-request.ts";
import type { Match } from "./outcomes.ts";
import { escapePattern } from "./text.ts";

export type Swap = Extract<Change, { type: "rename" | "replace" }>;

/** What finds the text wherever it stands, also inside longer names. */
export function plainPattern({ from }: Pick<Swap, "from">): string {
  return escapePattern(from);
}

/** A name is meant as a whole: `id` is not a part of `grid`. */
export function meant(change: Swap): RegExp {
  const plain = plainPattern(change);
  if (change.type === "replace") return new RegExp(plain, "gu");
  const inside = String.raw`[\p{L}\p{M}\p{N}_]`;
  const before = /^[\p{L}\p{N}_]/u.test(change.from) ? `(?<!${inside})` : "";
  const behind = /[\p{L}\p{N}_]$/u.test(change.from) ? `(?!${inside})` : "";
  return new RegExp(before + plain + behind, "gu");
}

/** The lines of these in which the text is meant. */
export function meantIn(lines: readonly Match[], change: Swap): readonly Match[] {
  return lines.filter(({ text }) => text.search(meant(change)) !== -1);
}

/** The lines in which the text still stands, beside what was put in its place. */
export function leftIn(lines: readonly Match[], change: Swap): readonly Match[] {
  return meantIn(
    lines.map((line) => ({ ...line, text: line.text.replaceAll(change.to, "\n") })),
    change,
  );
}

/**
 * The edit of a file, given all lines in which the text stands, also as a part of longer names. Null: no edit is
 * certain to hit the meant lines and no others.
 */
export function editOf(path: string, lines: readonly Match[], change: Swap): WantedCall | null {
  if (change.type === "replace") {
    const edit = { search: change.from, replace: change.to, all: true };
    return { name: "multi_edit", args: { path, edits: [edit] } };
  }
  // Of a long line only a part is seen, and the other may hold one of the shorter ones.
  if (lines.some(isCut)) return null;
  const wanted = [...Map.groupBy(meantIn(lines, change), ({ text }) => text)];
  wanted.sort(([left], [right]) => right.length - left.length);
  const all = new Set(lines.flatMap(({ text }) => [text, swapped(text, change)]));
  const edits = wanted.map(([line, places]) => {
    const isAlone = ![...all].some((other) => other !== line && other.includes(line));
    if (isAlone) return lineEdit(line, change, "");
    return standsFree(places) ? lineEdit(line, change, "\n") : null;
  });
  return edits.includes(null) ? null : { name: "multi_edit", args: { path, edits } };
}

const LONG_LINE = 490;

function isCut({ text }: Match): boolean {
  return text.length > LONG_LINE || /^…|…$/.test(text);
}

/** A line that is a part of another is told from it by its ends, which two neighbours would share. */
function standsFree(places: readonly Match[]): boolean {
  const numbers = new Set(places.map(({ n }) => n));
  return places.every(({ n }) => n > 1 && !numbers.has(n + 1));
}

function lineEdit(line: string, change: Swap, end: string) {
  return { search: end + line + end, replace: end + swapped(line, change) + end, all: true };
}

function swapped(line: string, change: Swap): string {
  return line.replaceAll(meant(change), () => change.to);
}
