export type Span = { readonly text: string; readonly start: number; readonly end: number };

/** What may end a sentence, with the closing marks that belong to it. */
const END = /[.!?…]+["'”’»)\]]*|[。！？｡]+[」』”’）】]*|\n\s*\n/gu;
const NEEDS_SPACE = /^[.!?…]/u;

/** Words whose full stop does not end a sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "mr mrs ms dr prof sr jr st mt rev hon gen col lt sgt capt cmdr adm maj gov sen rep pres vs etc eg ie cf al approx " +
    "no nos vol vols fig figs eq eqs sec ch pp p ed eds inc ltd co corp dept univ est ca jan feb mar apr jun jul aug " +
    "sep sept oct nov dec e.g i.e u.s u.k u.n a.m p.m ph.d b.a m.a d.c"
  ).split(" "),
);

/** Such an abbreviation ends a sentence after all when the next word begins a new one. */
const MAY_END: ReadonlySet<string> = new Set([
  "etc",
  "inc",
  "ltd",
  "co",
  "corp",
  "a.m",
  "p.m",
  "u.s",
  "u.k",
  "al",
]);

const LIST_OR_HEADING = /\n(?=[ \t]*(?:[-*+•] |\d{1,3}[.)] |#{1,6} |\|))/g;

/**
 * The sentences of a text with their places in it: `text.slice(start, end)` is the sentence, in order, without the
 * white space around it. Abbreviations, initials and decimals do not end one; an empty line, a list item, a heading do.
 */
export function sentences(text: string): readonly Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const end of ends(text)) {
    addSpan(text, from, end, found);
    from = end;
  }
  addSpan(text, from, text.length, found);
  return found;
}

function ends(text: string): readonly number[] {
  const places: number[] = [];
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (NEEDS_SPACE.test(match[0]) && goesOn(text, end)) continue;
    if (match[0].startsWith(".") && isInside(text, match.index, match[0].length)) continue;
    places.push(end);
  }
  for (const match of text.matchAll(LIST_OR_HEADING)) places.push(match.index);
  return places.sort((left, right) => left - right);
}

/** Whether a full stop belongs to an abbreviation, an initial or a number of a list. */
function isInside(text: string, at: number, length: number): boolean {
  if (length > 1) return false;
  const word = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(0, at - 24), at))?.[0] ?? "";
  const next = /\S/u.exec(text.slice(at + 1, at + 24))?.[0] ?? "";
  const nextBegins = /[\p{Lu}\p{Lo}\p{N}"“'‘([«]/u.test(next);
  const lower = word.toLowerCase();
  if (ABBREVIATIONS.has(lower)) return !(MAY_END.has(lower) && nextBegins);
  if (/^\p{Lu}$/u.test(word) && word !== "I") return next !== "";
  if (/^\d{1,3}$/.test(word)) return startsLine(text, at - word.length) && next !== "";
  return false;
}

/** No space, or a small letter: what stood there was inside a sentence. */
function goesOn(text: string, end: number): boolean {
  if (end === text.length) return false;
  if (!isSpace(text, end)) return true;
  return /^\s+\p{Ll}/u.test(text.slice(end, end + 24));
}

function startsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at);
  return /(?:^|\n)[ \t]*$/.test(before);
}

function addSpan(text: string, from: number, to: number, found: Span[]): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  if (end > start) found.push({ text: text.slice(start, end), start, end });
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text[at] ?? "");
}
