import { WORD_MEMBERS } from "./escape.ts";
import { PatternProblem, type CharSet, type Count, type Regex } from "./syntax.ts";

export type Translation = {
  /** For the flags `gv`. */
  readonly source: string;
  /** Whether a match may reach from one line into the next. */
  readonly spansLines: boolean;
};

export type Dialect = {
  /** Whether a pattern may match line ends; otherwise nothing in it does. */
  readonly multiline: boolean;
  /** Whether `\r\n` ends a line too. */
  readonly crlf: boolean;
};

/** Bytes that are no UTF-8 are read as lone surrogates, which no character of a pattern fits. */
const BROKEN = "\\u{D800}-\\u{DFFF}";
const WORD = `[${WORD_MEMBERS}]`;

/** The same pattern for the engine of JavaScript; fails with `PatternProblem`. */
export function toJavaScript(regex: Regex, dialect: Dialect): Translation {
  const writer = new Writer(dialect);
  const source = writer.write(regex);
  return { source, spansLines: writer.spansLines };
}

class Writer {
  readonly #dialect: Dialect;
  /** What no set may hold. */
  readonly #without: string;
  spansLines = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#without = dialect.multiline ? BROKEN : `${BROKEN}\\n${dialect.crlf ? "\\r" : ""}`;
  }

  write(regex: Regex): string {
    switch (regex.type) {
      case "literal":
        return this.#literal(regex.code, regex.ignoreCase);
      case "dot":
        return this.#dot(regex);
      case "class":
        return cased(this.#class(setSource(regex.set)), regex.ignoreCase);
      case "anchor":
        // What looks at line ends needs to see them.
        if (regex.at.startsWith("line") && this.#dialect.multiline) this.spansLines = true;
        return anchorSource(regex);
      case "repeat":
        return `(?:${this.write(regex.inner)})${countSource(regex.count)}`;
      case "sequence":
        return regex.parts.map((part) => this.write(part)).join("");
      case "choice":
        return `(?:${regex.parts.map((part) => this.write(part)).join("|")})`;
    }
  }

  #literal(code: number, ignoreCase: boolean): string {
    const isLineEnd = code === 0x0a || (code === 0x0d && this.#dialect.crlf);
    if (isLineEnd && !this.#dialect.multiline) {
      throw new PatternProblem(0, "a line end cannot be matched without multiline");
    }
    if (code === 0x0a) this.spansLines = true;
    return cased(`\\u{${code.toString(16)}}`, ignoreCase);
  }

  #dot({ withNewline, crlf }: Extract<Regex, { type: "dot" }>): string {
    return this.#class(withNewline ? "[^]" : crlf ? "[^\\n\\r]" : "[^\\n]");
  }

  #class(set: string): string {
    const source = `[${set}--[${this.#without}]]`;
    const whole = new RegExp(`^${source}$`, "v");
    if (whole.test("\n")) this.spansLines = true;
    return source;
  }
}

function cased(source: string, ignoreCase: boolean): string {
  return ignoreCase ? `(?i:${source})` : source;
}

function setSource(set: CharSet): string {
  switch (set.type) {
    case "range":
      return `[\\u{${set.from.toString(16)}}-\\u{${set.to.toString(16)}}]`;
    case "named":
      return `[${set.members}]`;
    case "union":
      return `[${set.parts.map(setSource).join("")}]`;
    case "not":
      return `[^${setSource(set.inner)}]`;
    case "and":
      return `[${setSource(set.left)}&&${setSource(set.right)}]`;
    case "without":
      return `[${setSource(set.left)}--${setSource(set.right)}]`;
    case "either": {
      const [left, right] = [setSource(set.left), setSource(set.right)];
      return `[[${left}--${right}][${right}--${left}]]`;
    }
  }
}

function countSource({ least, most, isLazy }: Count): string {
  const bounds = `{${least},${most ?? ""}}`;
  const short = { "{0,}": "*", "{1,}": "+", "{0,1}": "?" }[bounds] ?? bounds;
  return isLazy ? `${short}?` : short;
}

function anchorSource({ at, crlf }: Extract<Regex, { type: "anchor" }>): string {
  switch (at) {
    case "lineStart":
      return crlf ? "(?:(?<![^])|(?<=\\n)|(?<=\\r)(?!\\n))" : "(?:(?<![^])|(?<=\\n))";
    case "lineEnd":
      return crlf ? "(?:(?![^])|(?=\\r)|(?<!\\r)(?=\\n))" : "(?:(?![^])|(?=\\n))";
    case "textStart":
    case "textEnd":
      throw new PatternProblem(0, "the start and end of a file cannot be matched; use ^ and $");
    case "wordEdge":
      return `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
    case "noWordEdge":
      return `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
    case "wordStart":
      return `(?:(?<!${WORD})(?=${WORD}))`;
    case "wordEnd":
      return `(?:(?<=${WORD})(?!${WORD}))`;
    case "halfStart":
      return `(?<!${WORD})`;
    case "halfEnd":
      return `(?!${WORD})`;
  }
}
