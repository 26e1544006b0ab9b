/**
 * The code of a TypeScript file with everything that is not code blanked out: comments, the inside of
 * strings, template texts and regular expressions. Same length and same lines as the source, so a
 * position found here is a position there. Quotes stay, expressions inside templates stay.
 */
export function maskCode(source: string): string {
  const out = source.split("");
  /** For each open template expression: the depth of braces it was opened at. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;

  const blank = (from: number, to: number): void => {
    for (let i = from; i < to; i++) if (source[i] !== "\n") out[i] = " ";
  };
  const skip = (from: number, end: number): void => {
    blank(from, end);
    at = end;
  };
  /** Blanks template text from `from` on; stops behind the closing backtick or an opening `${`. */
  const template = (from: number): void => {
    const end = templateEnd(source, from);
    blank(from, end.stop);
    at = end.next;
    if (end.opens) templates.push(depth++);
  };

  while (at < source.length) {
    const char = source.charAt(at);
    if (char === "/" && source[at + 1] === "/") skip(at, lineEnd(source, at));
    else if (char === "/" && source[at + 1] === "*") skip(at, commentEnd(source, at));
    else if (char === "/" && startsRegex(out, at)) {
      const end = regexEnd(source, at);
      if (end === null) at++;
      else skip(at + 1, end);
    } else if (char === '"' || char === "'") {
      const end = stringEnd(source, at);
      if (end !== null) blank(at + 1, end - 1);
      at = end ?? at + 1;
    } else if (char === "`") template(at + 1);
    else if (char === "}" && templates.at(-1) === depth - 1) {
      templates.pop();
      depth--;
      template(at + 1);
    } else {
      if (char === "{") depth++;
      else if (char === "}") depth--;
      at++;
    }
  }
  return out.join("");
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end;
}

function commentEnd(source: string, from: number): number {
  const end = source.indexOf("*/", from + 2);
  return end === -1 ? source.length : end + 2;
}

/** Behind the closing quote; null when the line ends first (an apostrophe in JSX text). */
function stringEnd(source: string, from: number): number | null {
  const quote = source.charAt(from);
  for (let i = from + 1; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === "\\") i++;
    else if (char === quote) return i + 1;
    else if (char === "\n") return null;
  }
  return null;
}

function templateEnd(source: string, from: number): TemplateEnd {
  for (let i = from; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === "\\") i++;
    else if (char === "`") return { stop: i, next: i + 1, opens: false };
    else if (char === "$" && source[i + 1] === "{") return { stop: i, next: i + 2, opens: true };
  }
  return { stop: source.length, next: source.length, opens: false };
}

type TemplateEnd = { readonly stop: number; readonly next: number; readonly opens: boolean };

/** Behind the closing slash; null when the line ends first (it was a division after all). */
function regexEnd(source: string, from: number): number | null {
  let inClass = false;
  for (let i = from + 1; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === "\n") return null;
    if (char === "\\") i++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return i + 1;
  }
  return null;
}

const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%~^]|=>|\b(?:return|typeof|case|in|of|void|throw|await|yield|delete|new|do|else))\s*$/;

/** Whether a slash begins a regular expression, judged by what stands before it. */
function startsRegex(masked: readonly string[], at: number): boolean {
  return BEFORE_REGEX.test(masked.slice(Math.max(0, at - 40), at).join(""));
}
