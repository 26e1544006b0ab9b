/** Whether one name, without a `/`, fits. */
export type NameTest = (name: string) => boolean;

/**
 * A part of a gitignore pattern between two `/`: `*`, `?`, `[a-z]`, `[!a]` and `\` before a
 * character that means itself. No classes such as `[:alpha:]`. Never slower than the length of the
 * pattern times that of the name, whatever a hostile checkout puts into it.
 */
export function nameTest(pattern: string): NameTest {
  const tokens = tokenize(pattern);
  if (tokens === null) return () => false;
  if (tokens.every((token) => typeof token === "string")) {
    const literal = tokens.join("");
    return (name) => name === literal;
  }
  return (name) => matchRun(tokens, Array.from(name), isStar, fitsToken);
}

/**
 * Matches items against a pattern in which some parts stand for any number of items. Going back to
 * the last of these only is enough, and keeps it from exploding.
 */
export function matchRun<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  isAny: (part: P) => boolean,
  fits: (part: P, item: I) => boolean,
): boolean {
  let [at, part, any, resume] = [0, 0, -1, 0];
  while (at < items.length) {
    const current = pattern[part];
    const item = items[at];
    if (current !== undefined && isAny(current)) {
      [any, resume] = [part++, at];
    } else if (current !== undefined && item !== undefined && fits(current, item)) {
      at++;
      part++;
    } else if (any === -1) {
      return false;
    } else {
      at = ++resume;
      part = any + 1;
    }
  }
  return pattern.slice(part).every(isAny);
}

type Range = { readonly low: string; readonly high: string };
type Class = {
  readonly type: "class";
  readonly negated: boolean;
  readonly ranges: readonly Range[];
};
/** A string is the character itself. */
type Token = string | Class | { readonly type: "one" } | { readonly type: "star" };

function isStar(token: Token): boolean {
  return typeof token !== "string" && token.type === "star";
}

function fitsToken(token: Token, char: string): boolean {
  if (typeof token === "string") return token === char;
  if (token.type !== "class") return token.type === "one";
  return token.ranges.some(({ low, high }) => low <= char && char <= high) !== token.negated;
}

/** Null when a bracket is not closed: such a pattern fits nothing. */
function tokenize(pattern: string): readonly Token[] | null {
  const chars = Array.from(pattern);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? "";
    if (char === "*") {
      tokens.push({ type: "star" });
    } else if (char === "?") {
      tokens.push({ type: "one" });
    } else if (char === "\\") {
      tokens.push(chars[++at] ?? "\\");
    } else if (char === "[") {
      const found = readClass(chars, at);
      if (found === null) return null;
      tokens.push(found.token);
      at = found.end;
    } else {
      tokens.push(char);
    }
  }
  return tokens;
}

function readClass(
  chars: readonly string[],
  open: number,
): { readonly token: Class; readonly end: number } | null {
  const negated = chars[open + 1] === "!" || chars[open + 1] === "^";
  const first = open + (negated ? 2 : 1);
  const ranges: Range[] = [];
  for (let at = first; at < chars.length; at++) {
    if (chars[at] === "]" && at > first) {
      return { token: { type: "class", negated, ranges }, end: at };
    }
    if (chars[at] === "\\") at++;
    const low = chars[at] ?? "";
    const isRange = chars[at + 1] === "-" && chars[at + 2] !== undefined && chars[at + 2] !== "]";
    const high = isRange ? (chars[at + 2] ?? low) : low;
    ranges.push({ low, high });
    if (isRange) at += 2;
  }
  return null;
}
