/** Longer ones are no English words. */
const LONGEST = 64;

/**
 * The stem of an English word, after M. F. Porter, “An algorithm for suffix stripping” (1980). What is not plain lower
 * case Latin comes back as it is.
 */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST || !/^[a-z]+$/.test(word)) return word;
  let stemmed = plural(word);
  stemmed = pastAndGerund(stemmed);
  if (stemmed.endsWith("y") && hasVowel(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = replaceSuffix(stemmed, DOUBLE_SUFFIXES);
  stemmed = replaceSuffix(stemmed, SINGLE_SUFFIXES);
  stemmed = dropSuffix(stemmed);
  return tidy(stemmed);
}

type Suffixes = readonly (readonly [suffix: string, replacement: string])[];

const DOUBLE_SUFFIXES: Suffixes = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const SINGLE_SUFFIXES: Suffixes = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const LAST_SUFFIXES =
  "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou".split(" ");

function plural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function pastAndGerund(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const base = word.slice(0, word.length - suffix);
  if (suffix === 0 || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsDoubled(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  if (measure(base) === 1 && endsShort(base)) return `${base}e`;
  return base;
}

function replaceSuffix(word: string, suffixes: Suffixes): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    return measure(base) > 0 ? base + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  const suffix = LAST_SUFFIXES.find((candidate) => word.endsWith(candidate));
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  if (measure(base) <= 1) return word;
  return suffix === "ion" && !/[st]$/.test(base) ? word : base;
}

function tidy(word: string): string {
  let tidied = word;
  if (tidied.endsWith("e")) {
    const base = tidied.slice(0, -1);
    const size = measure(base);
    if (size > 1 || (size === 1 && !endsShort(base))) tidied = base;
  }
  return tidied.endsWith("ll") && measure(tidied) > 1 ? tidied.slice(0, -1) : tidied;
}

function isConsonant(word: string, index: number): boolean {
  const letter = word[index] ?? "";
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || index === 0 || !isConsonant(word, index - 1);
}

/** How many times a vowel is followed by a consonant: Porter's m. */
function measure(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < word.length; index++) {
    const consonant = isConsonantAfter(word, index, afterVowel);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

/** A y counts by what stands before it, which the caller knows: so a run of them stays linear. */
function isConsonantAfter(word: string, index: number, afterVowel: boolean): boolean {
  const letter = word[index] ?? "";
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || index === 0 || afterVowel;
}

function hasVowel(word: string): boolean {
  let afterVowel = false;
  for (let index = 0; index < word.length; index++) {
    if (!isConsonantAfter(word, index, afterVowel)) return true;
    afterVowel = false;
  }
  return false;
}

function endsDoubled(word: string): boolean {
  const last = word.at(-1);
  return last !== undefined && last === word.at(-2) && isConsonant(word, word.length - 1);
}

/** Consonant, vowel, consonant at the end, as in `hop`; not after w, x or y. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (last < 2 || /[wxy]$/.test(word)) return false;
  return isConsonant(word, last) && !isConsonant(word, last - 1) && isConsonant(word, last - 2);
}
