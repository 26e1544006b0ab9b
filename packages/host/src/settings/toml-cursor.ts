/** Reads TOML tokens from left to right; never throws and never goes back. */
export type Cursor = {
  offset(): number;
  atEnd(): boolean;
  peek(): string;
  /** Skips spaces, then takes `token` if it comes next. */
  take(token: string): boolean;
  skipSpaces(): void;
  /** Spaces, newlines and comments. */
  skipBlank(): void;
  /** To the start of the next line. */
  skipLine(): void;
  /** A string of any of the four kinds; false when it is cut. */
  skipString(): boolean;
  /** A number, date or word. Inside a list or inline table it also ends at `,`, `]` and `}`. */
  skipScalar(inside: boolean): void;
  /** A dotted key, or null when there is none. */
  readKeys(): readonly string[] | null;
  /** Gives up: everything left is skipped. */
  stop(): void;
};

const MAX_KEYS = 60;
const SPACES = /[ \t]*/y;
const WHITE = /[ \t\r\n]*/y;
const COMMENT = /#[^\n]*/y;
const LINE = /[^\n]*\n?/y;
const BARE = /[^\s.=[\]{}#"',]+/y;
const SCALAR = /[^#\n]*/y;
const INNER_SCALAR = /[^#\n,\]}]*/y;

export function createCursor(text: string): Cursor {
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? "";
    at += taken.length;
    return taken;
  };
  const take = (token: string): boolean => {
    skip(SPACES);
    if (!text.startsWith(token, at)) return false;
    at += token.length;
    return true;
  };
  const skipString = (): boolean => {
    const end = endOfString(text, at);
    at = Math.abs(end);
    return end > 0;
  };
  const readKey = (): string | null => {
    skip(SPACES);
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return skip(BARE) || null;
    const start = at;
    if (!skipString()) return null;
    const inner = text.slice(start + 1, at - 1);
    return quote === "'" ? inner : unescapeBasic(inner);
  };
  return {
    offset: () => at,
    atEnd: () => at >= text.length,
    peek: () => text[at] ?? "",
    take,
    skipSpaces: () => void skip(SPACES),
    skipBlank() {
      do skip(WHITE);
      while (skip(COMMENT) !== "");
    },
    skipLine: () => void skip(LINE),
    skipString,
    skipScalar(inside) {
      const taken = skip(inside ? INNER_SCALAR : SCALAR);
      at -= taken.length - taken.trimEnd().length;
    },
    readKeys() {
      const keys: string[] = [];
      do {
        const key = readKey();
        if (key === null || keys.length === MAX_KEYS) return null;
        keys.push(key);
      } while (take("."));
      return keys;
    },
    stop: () => void (at = text.length),
  };
}

/** Offset behind the string that starts at `start`; negative when it is cut there. */
function endOfString(text: string, start: number): number {
  const quote = text[start] ?? "";
  const triple = quote.repeat(3);
  if (text.startsWith(triple, start)) return endOfMultiline(text, start + 3, triple);
  let at = start + 1;
  while (at < text.length && text[at] !== "\n") {
    if (text[at] === quote) return at + 1;
    const escaped = text[at] === "\\" && quote === '"' && text[at + 1] !== "\n";
    at += escaped ? 2 : 1;
  }
  return -Math.min(at, text.length);
}

function endOfMultiline(text: string, start: number, triple: string): number {
  let at = start;
  while (at < text.length) {
    if (text[at] === "\\" && triple === '"""') at += 2;
    else if (text.startsWith(triple, at)) {
      // Up to two more quotes before the closing three belong to the text.
      let end = at + 3;
      for (let extra = 0; extra < 2 && text[end] === triple[0]; extra++) end++;
      return end;
    } else at++;
  }
  return -text.length;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["t", "\t"],
  ["n", "\n"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\u001b"],
  ['"', '"'],
  ["\\", "\\"],
]);

function unescapeBasic(text: string): string {
  return text.replace(/\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)/g, (whole) => {
    if (whole.length === 2) return ESCAPES.get(whole.slice(1)) ?? whole;
    const code = Number.parseInt(whole.slice(2), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
