/** A run of letters, marks and digits; apostrophes and combining marks stay inside. */
const RUN = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Scripts that are written without spaces: their words are pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu;
const HAS_UNSPACED = new RegExp(UNSPACED.source, "u");

/** Where one part of a name ends: `getUser`, `HTTPServer`, `snake_case`, `utf8`. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Lu}|\p{N}+/gu;
const PLAIN = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]*|\p{Lu}+|\p{N}+)$/u;

/** No word is longer: what is, is a blob, and nobody searches for it by its end. */
const LONGEST_WORD = 64;

/**
 * The words of a text in their order, folded to lower case. A name made of several words, such as `readFileSync` or
 * `max_size`, gives the whole name first and then its parts. Text without spaces gives overlapping pairs.
 */
export function words(text: string): readonly string[] {
  const found: string[] = [];
  for (const [run] of text.normalize("NFKC").matchAll(RUN)) {
    if (HAS_UNSPACED.test(run)) addMixed(run, found);
    else addRun(run, found);
  }
  return found;
}

function addMixed(run: string, found: string[]): void {
  let from = 0;
  for (const match of run.matchAll(UNSPACED)) {
    if (match.index > from) addRun(run.slice(from, match.index), found);
    addPairs(match[0], found);
    from = match.index + match[0].length;
  }
  if (from < run.length) addRun(run.slice(from), found);
}

function addPairs(text: string, found: string[]): void {
  const characters = Array.from(text);
  if (characters.length === 1) found.push(text);
  for (let index = 0; index + 1 < characters.length; index++) {
    found.push(`${characters[index]}${characters[index + 1]}`);
  }
}

function addRun(run: string, found: string[]): void {
  const word = run.replace(/['’]s$/iu, "").replace(/^_+|_+$/g, "");
  if (word === "") return;
  if (PLAIN.test(word)) {
    push(word, found);
    return;
  }
  const bare = word.replace(/['’]/g, "");
  const parts = bare.match(PART) ?? [];
  push(bare, found);
  if (parts.length < 2) return;
  for (const part of parts) push(part, found);
}

function push(word: string, found: string[]): void {
  const folded = fold(word).slice(0, LONGEST_WORD);
  if (folded !== "") found.push(folded);
}

/** Lower case, without accents: `Café` and `cafe` are one word. */
function fold(word: string): string {
  const lower = word.toLowerCase();
  if (/^[\x20-\x7e]*$/.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}
