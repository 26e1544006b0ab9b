/**
 * `text`: `*` stands for anything. `path`: `*` stops at a slash, `**` does not. A backslash takes
 * the special meaning from the next character. Never slower than length times length: patterns and
 * texts come from outside (SEC-7).
 */
export type GlobKind = "text" | "path";

type Token =
  | { readonly type: "char"; readonly char: string }
  | { readonly type: "any" | "star" | "stars" };

export function matchesGlob(pattern: string, text: string, kind: GlobKind): boolean {
  if (kind === "text") return run(tokens(pattern, "text"), text, kind);
  return variants(pattern).some((variant) => run(tokens(variant, "path"), text, kind));
}

// A double star with its slash may stand for nothing.
function variants(pattern: string): readonly string[] {
  const without = pattern.replaceAll("**/", "");
  return [pattern, without, pattern.replace(/\/\*\*$/, "")];
}

function tokens(pattern: string, kind: GlobKind): readonly Token[] {
  const list: Token[] = [];
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === "\\" && i + 1 < pattern.length && /[*?\\]/.test(pattern.charAt(i + 1))) {
      list.push({ type: "char", char: pattern.charAt(++i) });
    } else if (char === "?") list.push({ type: "any" });
    else if (char === "*") {
      const double = pattern.charAt(i + 1) === "*";
      if (double) i++;
      list.push({ type: double || kind === "text" ? "stars" : "star" });
    } else list.push({ type: "char", char });
  }
  return list;
}

/** Goes on at the last star when something does not fit, and at the last double star when that fails. */
function run(pattern: readonly Token[], text: string, kind: GlobKind): boolean {
  let p = 0;
  let t = 0;
  let star: readonly [number, number] | null = null;
  let stars: readonly [number, number] | null = null;
  while (t < text.length || p < pattern.length) {
    const token = pattern[p];
    if (token?.type === "star") star = [++p, t];
    else if (token?.type === "stars") {
      stars = [++p, t];
      star = null;
    } else if (t < text.length && token !== undefined && fits(token, text.charAt(t), kind)) {
      p++;
      t++;
    } else if (star !== null && star[1] < text.length && text.charAt(star[1]) !== "/") {
      star = [star[0], star[1] + 1];
      [p, t] = star;
    } else if (stars !== null && stars[1] < text.length) {
      stars = [stars[0], stars[1] + 1];
      star = null;
      [p, t] = stars;
    } else return false;
  }
  return true;
}

function fits(token: Token, char: string, kind: GlobKind): boolean {
  if (token.type === "char") return token.char === char;
  return token.type === "any" && !(kind === "path" && char === "/");
}

/** The one text that a pattern without wildcards matches; null when there are any. */
export function literalGlob(pattern: string): string | null {
  let text = "";
  for (const token of tokens(pattern, "text")) {
    if (token.type !== "char") return null;
    text += token.char;
  }
  return text;
}

/**
 * Whether everything that the second pattern matches is matched by the first as well, as far as
 * that shows: the first one is tried on the text of the second.
 */
export function covers(wide: string, narrow: string, kind: GlobKind): boolean {
  if (wide === narrow) return true;
  // A question mark must not pass for a star.
  const text = narrow.replaceAll("?", "\u0001").replaceAll("*", "\u0002");
  return (
    !wide.includes("?") &&
    matchesGlob(wide, text, kind) &&
    (kind === "text" || !isShallow(wide, narrow))
  );
}

/** `a/*` does not cover `a/**`. */
function isShallow(wide: string, narrow: string): boolean {
  return narrow.includes("**") && !wide.includes("**");
}
