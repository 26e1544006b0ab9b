import { isStopWord, stem } from "@squire/ranking";

/** A word that names something: a person, a place, a product. */
export type NameIn = { readonly text: string; readonly start: number; readonly end: number };

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.&/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;

/** More than this share in capitals: a title, or a language that writes nouns so. Capitals then say nothing. */
const MOST_CAPITALS = 0.5;
const FEW_WORDS = 5;

/** Words that begin with a capital though nothing asks for it; at the beginning of a sentence only in a row. */
export function namesIn(sentence: string): readonly NameIn[] {
  const words = [...sentence.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const lettered = words.filter(({ text }) => /^\p{L}/u.test(text));
  const capitals = lettered.filter(({ text }) => isCapital(text));
  if (lettered.length > FEW_WORDS && capitals.length > lettered.length * MOST_CAPITALS) return [];
  return words.filter((word, at) => {
    if (!isCapital(word.text) || isCommon(word.text)) return false;
    if (!begins(sentence, word.start) || isOdd(word.text)) return true;
    const next = words[at + 1];
    return next !== undefined && isCapital(next.text) && isNextTo(sentence, word, next);
  });
}

/** Whether a text has the name: as a word, in another form of it, or spelled out. */
export function hasName(ground: string, name: string): boolean {
  const wanted = plain(name);
  if (wanted === "") return true;
  const words = [...ground.matchAll(WORD)].map(([word]) => word);
  return words.some((word) => isSame(plain(word), wanted)) || hasInitials(words, name);
}

/** What makes another form of a name, and not another name: `Germany`, `Parisian`, but not `Johnson`. */
const ENDING = /^(?:s|es|y|n|ns|ans?|ians?|ese|i|is|ic|ish|ers?|al|ists?|ism)$/;

function isForm(long: string, short: string): boolean {
  return short.length >= 4 && long.startsWith(short) && ENDING.test(long.slice(short.length));
}

function isSame(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  if (isForm(word, wanted) || isForm(wanted, word)) return true;
  if (stem(word) === stem(wanted)) return true;
  return (
    word.split(/[./&-]/).includes(wanted) || wanted.split(/[./&-]/).every((part) => part === word)
  );
}

/** `NASA` where the name is spelled out, and the other way round is a name like any other. */
function hasInitials(words: readonly string[], name: string): boolean {
  const letters = name.replaceAll(/[^\p{Lu}]/gu, "");
  if (letters.length < 2 || letters.length !== name.replaceAll(/[.\s]/g, "").length) return false;
  const initials = words
    .filter(isCapital)
    .map((word) => word.charAt(0))
    .join("");
  return initials.includes(letters);
}

function plain(word: string): string {
  return word
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s?$/, "")
    .replaceAll(/['’]/g, "")
    .replace(/\.$/, "");
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Capitals or digits inside: nobody writes so at the beginning of a sentence without meaning it. */
function isOdd(word: string): boolean {
  return /^.+[\p{Lu}\p{N}]/u.test(word);
}

const CALENDAR = new Set(
  (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug " +
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday"
  ).split(" "),
);

function isCommon(word: string): boolean {
  const lower = plain(word);
  return lower.length < 2 || isStopWord(lower) || CALENDAR.has(lower);
}

/** At the beginning of a sentence, an item, a quotation, or behind a colon. */
function begins(sentence: string, at: number): boolean {
  return /(?:^|[.!?:;–—•|>"“„«‘(]|-)\s*["“„«‘'(*_]*$/u.test(sentence.slice(0, at));
}

function isNextTo(sentence: string, word: NameIn, next: NameIn): boolean {
  return /^[\s-]*$/.test(sentence.slice(word.end, next.start)) || word.end === next.start;
}
