/** A reference in the text of a report: a number, a footnote, or a link. */
export type Marker = {
  readonly start: number;
  readonly end: number;
  /** What it names: `1`, a footnote's label, or an address. Several for `[1, 3-5]`. */
  readonly labels: readonly string[];
  readonly kind: "number" | "footnote" | "link";
};

// `[1]`, `[1, 2]`, `[1-3]`, and the full-width brackets that some tools write: `【3†source】`.
const NUMBERS =
  /\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\](?![(:[]?\()(?!:)|【(\d{1,4})(?::\d+)?(?:†[^】]{0,80})?】/gu;
const FOOTNOTES = /\[\^([^\]\s]{1,80})\](?!:)/gu;
const LINKS =
  /(?<!!)\[((?:\[[^\]\n]{0,100}\]|[^[\]\n]){0,500})\]\(\s*<?((?:https?:\/\/|mailto:)[^\s)>]+)>?(?:\s+"[^"\n]*")?\s*\)/giu;
const BARE =
  /<(https?:\/\/[^\s>]+)>|(?<!\]\(<?)(?<!["'<=])\bhttps?:\/\/[^\s<>)\]"'|]+[^\s<>)\]"'|.,;:!?*_]/giu;

const MOST_RANGE = 50;

/** Every reference of a text, in order; none overlaps another. */
export function markersIn(whole: string): readonly Marker[] {
  // What stands in code is code.
  const text = whole.replaceAll(/`[^`\n]+`/g, (code) => " ".repeat(code.length));
  const found: Marker[] = [];
  const add = (match: RegExpExecArray, kind: Marker["kind"], labels: readonly string[]): void => {
    found.push({ start: match.index, end: match.index + match[0].length, kind, labels });
  };
  for (const match of text.matchAll(LINKS)) add(match, "link", [match[2] ?? ""]);
  for (const match of text.matchAll(FOOTNOTES)) add(match, "footnote", [match[1] ?? ""]);
  for (const match of text.matchAll(NUMBERS)) {
    add(match, "number", numbersOfRange(match[1] ?? match[2] ?? ""));
  }
  for (const match of text.matchAll(BARE)) add(match, "link", [match[1] ?? match[0]]);
  // The longer of two that begin together; what begins inside of another is a part of it.
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter((marker) => {
    const isFree = marker.start >= end;
    if (isFree) ({ end } = marker);
    return isFree;
  });
}

function numbersOfRange(text: string): readonly string[] {
  return text.split(/[,;]/).flatMap((part) => {
    const [first = "", last] = part.trim().split(/\s*[–-]\s*/);
    const [from, to] = [Number(first), Number(last ?? first)];
    if (last === undefined || to < from || to - from > MOST_RANGE) return [String(Number(first))];
    return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  });
}
