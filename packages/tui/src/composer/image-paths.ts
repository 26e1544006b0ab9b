/** A path that was dropped or pasted, and the text it came as. */
export type DroppedPath = { readonly path: string; readonly text: string };

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp)$/i;
const MOST_TEXT = 64 * 1024;
/** More at once are a folder, not something to look at. */
const MOST_PATHS = 20;

/**
 * The images that a pasted text names and nothing else: plain, in quotes, with backslashes, as
 * `file://` addresses, one or several. Null: it is a text. Only paths that say from where they begin
 * count; whether they lead to an image is for the host to say.
 */
export function imagePathsIn(pasted: string): readonly DroppedPath[] | null {
  if (pasted.length > MOST_TEXT || !/\.(?:png|jpe?g|gif|webp|bmp)\b/i.test(pasted)) return null;
  return allPaths(shellWords(pasted)) ?? allPaths(linesOf(pasted));
}

/** Paths that somebody has typed as such: anything goes that one could mean. */
export function typedPaths(typed: string): readonly string[] {
  const words = shellWords(typed.trim()) ?? [];
  const values = words.map(({ value }) => (value.startsWith("file:") ? pathOfUrl(value) : value));
  const paths = values.filter((value) => value !== null);
  const areMeant = paths.length === 1 || paths.every((path) => IMAGE.test(path));
  return areMeant && paths.length > 0 && paths.length === words.length ? paths : [typed.trim()];
}

type Word = { readonly value: string; readonly text: string };

function allPaths(words: readonly Word[] | null): readonly DroppedPath[] | null {
  if (words === null || words.length === 0 || words.length > MOST_PATHS) return null;
  const paths: DroppedPath[] = [];
  for (const { value, text } of words) {
    const path = value.startsWith("file:") ? pathOfUrl(value) : value;
    if (path === null || !IMAGE.test(path) || !isRooted(path)) return null;
    paths.push({ path, text });
  }
  return paths;
}

function linesOf(text: string): readonly Word[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "").map((line) => ({ value: line, text: line }));
}

/** A name alone is a word like any other. */
function isRooted(path: string): boolean {
  return /^(?:\/|~\/|\.{1,2}\/)/.test(path) || isWindows(path);
}

function isWindows(path: string): boolean {
  return /^(?:[a-z]:[\\/]|\\\\)/i.test(path);
}

/** The path of a `file://` address of this machine; null for any other. */
function pathOfUrl(url: string): string | null {
  const [, rest] = /^file:(?:\/\/(?:localhost)?(?=\/))?(\/.*)$/i.exec(url) ?? [];
  if (rest === undefined || rest.startsWith("//")) return null;
  try {
    const path = decodeURIComponent(rest);
    return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path;
  } catch {
    return null;
  }
}

/** Words as a shell would read them; null when a quote stays open. */
function shellWords(text: string): readonly Word[] | null {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? "")) at += 1;
    else {
      const word = wordAt(text, at);
      if (word === null) return null;
      words.push({ value: word.value, text: text.slice(at, word.end) });
      at = word.end;
    }
  }
  return words;
}

type Read = { readonly value: string; readonly end: number };

function wordAt(text: string, from: number): Read | null {
  let value = "";
  let at = from;
  // There a backslash parts folders.
  const isLiteral = isWindows(text.slice(from, from + 4));
  while (at < text.length && !/\s/.test(text[at] ?? "")) {
    const sign = text[at] ?? "";
    if (sign === "'" || sign === '"') {
      const quoted = quotedAt(text, at, sign);
      if (quoted === null) return null;
      value += quoted.value;
      at = quoted.end;
    } else if (sign === "\\" && !isLiteral && at + 1 < text.length) {
      value += text[at + 1] ?? "";
      at += 2;
    } else {
      value += sign;
      at += 1;
    }
  }
  return { value, end: at };
}

function quotedAt(text: string, from: number, quote: string): Read | null {
  let value = "";
  const isLiteral = quote === "'" || isWindows(text.slice(from + 1, from + 5));
  for (let at = from + 1; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === quote) return { value, end: at + 1 };
    const next = text[at + 1] ?? "";
    const escapes = !isLiteral && sign === "\\" && /["\\$`]/.test(next);
    value += escapes ? next : sign;
    if (escapes) at += 1;
  }
  return null;
}
