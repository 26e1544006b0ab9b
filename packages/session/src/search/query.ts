/** Scripts without spaces between words: each letter becomes a token of its own. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const MAX_TERMS = 32;
const MAX_TERM = 200;

/** Text as it is put into the full-text index. */
export function segment(text: string): string {
  return text.replaceAll(UNSPACED, " $& ");
}

/** What somebody looks for: words, and phrases in quotes. */
export type Term = { readonly text: string; readonly phrase: boolean };

/** Any text is a query; what holds no letter and no digit asks for nothing. */
export function parseQuery(text: string): readonly Term[] {
  const terms: Term[] = [];
  for (const [, phrase, word] of text.slice(0, 10_000).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const found = (phrase ?? word ?? "").slice(0, MAX_TERM).trim();
    if (/[\p{L}\p{N}]/u.test(found)) terms.push({ text: found, phrase: phrase !== undefined });
    if (terms.length === MAX_TERMS) break;
  }
  return terms;
}

/** All terms must occur; a word also matches longer ones. Nothing in it is an operator. */
export function matchExpression(terms: readonly Term[]): string {
  return terms
    .map(({ text, phrase }) => {
      const inside = segment(text).replaceAll(/["\p{Cc}]/gu, " ");
      return phrase ? `"${inside}"` : `"${inside}"*`;
    })
    .join(" AND ");
}
