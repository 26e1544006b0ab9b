export type QuoteWord = { readonly word: string; readonly start: number; readonly end: number };

/** Words of any script, numbers with their points and signs as one; unspaced scripts character by character. */
const WORD =
  /[+\-−]?\d+(?:[.,:/]\d+)*%?|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** The words of a text with their places, folded so that case, accents' encoding and kinds of apostrophe do not matter. */
export function quoteWords(text: string): readonly QuoteWord[] {
  const found: QuoteWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = match[0].normalize("NFKC").toLowerCase().replace(/’/g, "'").replace(/^−/, "-");
    found.push({
      word: word.replace(/^\+/, ""),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return found;
}

const NEGATIONS: ReadonlySet<string> = new Set(
  "no not never none nor neither without cannot can't won't don't doesn't didn't isn't aren't wasn't weren't".split(
    " ",
  ),
);

/** A word that turns the meaning: another number, or a negation, is another claim. */
export function isDecisive(word: string): boolean {
  return /\d/.test(word) || NEGATIONS.has(word);
}
