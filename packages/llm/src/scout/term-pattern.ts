import { stem, words } from "@squire/ranking";
import { escapePattern } from "./text.ts";

/** A pattern for grep that finds a word in its forms: `retries` finds `withRetry` and `retrying`. */
export function termPattern(word: string, text = ""): string {
  const plain = plainPattern(word);
  return isAccented(word, text)
    ? plain.replaceAll(/(?<!\\)[aceinosuyz]/g, (letter) => ACCENTED[letter] ?? letter)
    : plain;
}

/** Words are compared without accents, but files have them. */
const ACCENTED: Readonly<Record<string, string>> = {
  a: "[aáàâäåãā]",
  c: "[cçćč]",
  e: "[eéèêëēę]",
  i: "[iíìîïī]",
  n: "[nñńň]",
  o: "[oóòôöõō]",
  s: "[sśš]",
  u: "[uúùûüůū]",
  y: "[yýÿ]",
  z: "[zžźż]",
};

/** Whether the question spells the word with a letter that is not plain. */
function isAccented(word: string, text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return false;
  return text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .some((run) => /[^\x20-\x7e]/.test(run) && words(run)[0] === word);
}

function plainPattern(word: string): string {
  const root = rootOf(word);
  const open = escapePattern(root).replace(/[iy]$/, "[iy]");
  return root.length <= 3 ? String.raw`\b${open}` : open;
}

/** The part that all forms of a word share, as letters. */
function rootOf(word: string): string {
  const stemmed = stem(word);
  // A stem may end in letters that no form has.
  return word.startsWith(stemmed.replace(/i$/, "")) ? stemmed : word;
}
