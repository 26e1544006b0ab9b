/** How well a path fits what was typed; null when it does not. Higher is better. */
export function scoreOf(query: Query, path: string): number | null {
  const plain = path.toLowerCase();
  let total = 0;
  for (const word of query.words) {
    const score = wordScore(word, plain, path);
    if (score === null) return null;
    total += score;
  }
  // Of two that fit alike, the one nearer to the top is meant.
  return total / query.words.length - Math.min(60, path.length / 4);
}

export type Query = { readonly words: readonly string[] };

/** Blanks separate words that must all fit. */
export function parseQuery(text: string): Query {
  const words = text.normalize("NFC").toLowerCase().replaceAll("\\", "/").split(/\s+/);
  return { words: words.map((word) => word.replace(/^(?:\.?\/)+/, "")).filter(Boolean) };
}

const FITS = { exact: 1_000, stem: 950, prefix: 800, wordStart: 600, inside: 500 };
const LOOSE = { inName: 300, inPath: 250, spread: 100 };

function wordScore(word: string, plain: string, path: string): number | null {
  const slash = word.lastIndexOf("/");
  if (slash === -1) return nameScore(word, plain, path);
  if (plain === word || plain.endsWith(`/${word}`)) return FITS.exact;
  if (plain.includes(word)) return FITS.prefix;
  // Folders are typed in their order, each as loosely as a name.
  const folders = plain.slice(0, plain.lastIndexOf("/") + 1);
  if (spreadOf(word.slice(0, slash), folders) === null) return null;
  const name = nameScore(word.slice(slash + 1), plain, path);
  return name === null ? null : name - 50;
}

function nameScore(word: string, plain: string, path: string): number | null {
  const start = plain.lastIndexOf("/") + 1;
  const name = plain.slice(start);
  if (name === word) return FITS.exact;
  if (name.startsWith(word)) return name.lastIndexOf(".") === word.length ? FITS.stem : FITS.prefix;
  const at = name.indexOf(word);
  if (at > 0) return isWordStart(path, start + at) ? FITS.wordStart : FITS.inside;
  const inName = spreadOf(word, name);
  if (inName !== null) return LOOSE.inName - inName;
  if (plain.includes(word)) return LOOSE.inPath;
  const inPath = spreadOf(word, plain);
  return inPath === null ? null : LOOSE.spread - Math.min(99, inPath);
}

/** `fooBar`, `foo-bar` and `foo/bar` have a word that begins with b. */
function isWordStart(path: string, at: number): boolean {
  const [before = "", here = ""] = [path[at - 1], path[at]];
  return /[^a-z0-9]/i.test(before) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(here));
}

/** How many characters lie between those of the word, which come in order; null when they do not. */
function spreadOf(word: string, text: string): number | null {
  let at = -1;
  let gaps = 0;
  for (const char of word) {
    const next = text.indexOf(char, at + 1);
    if (next === -1) return null;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return gaps;
}
