/**
 * The glob of a line in an ignore file as a regular expression over the bytes of whole paths; null
 * when the line means nothing. Reads globs as ripgrep does, braces included and byte by byte, so
 * that both skip the same files.
 */
export function ignoreGlob(glob: string): RegExp | null {
  if (glob === "**") return /^/;
  try {
    return new RegExp(`^${new Translation(asBytes(glob)).run()}$`, "s");
  } catch {
    return null;
  }
}

/** A text with one character for each byte of its UTF-8. */
export function asBytes(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return /^[\0-\x7F]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

class Translation {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(glob: string) {
    this.#chars = Array.from(glob);
  }

  run(): string {
    let source = "";
    while (this.#at < this.#chars.length) source += this.#next(source);
    if (this.#depth > 0) throw new SyntaxError("a brace is not closed");
    return source;
  }

  #next(before: string): string {
    const char = this.#take();
    switch (char) {
      case "?":
        return "[^/]";
      case "*":
        return this.#star(before);
      case "[":
        return this.#class();
      case "\\":
        if (this.#at >= this.#chars.length) throw new SyntaxError("nothing is escaped");
        return quoted(this.#take());
      case "{":
        this.#depth += 1;
        return "(?:";
      case "}":
        if (this.#depth === 0) throw new SyntaxError("a brace is not opened");
        this.#depth -= 1;
        return ")";
      case ",":
        return this.#depth > 0 ? "|" : ",";
      case "/":
        return this.#slash();
      default:
        return quoted(char);
    }
  }

  /** `**` is special only as a whole part of a path. */
  #star(before: string): string {
    if (this.#peek() !== "*") return "[^/]*";
    const after = this.#chars[this.#at + 1];
    const startsPart = before === "" || /[|(:]$/.test(before);
    if (startsPart && after === "/") {
      this.#at += 2;
      return "(?:.*/)?";
    }
    while (this.#peek() === "*") this.#at += 1;
    return "[^/]*";
  }

  /** `/**` at the end is all below; in the middle it is any number of folders. */
  #slash(): string {
    let folders = false;
    while (this.#isNext("**", "/")) {
      this.#at += 3;
      folders = true;
    }
    if (this.#isNext("**", undefined)) {
      this.#at += 2;
      return "/.*";
    }
    return folders ? "/(?:.*/)?" : "/";
  }

  #isNext(word: string, then: string | undefined): boolean {
    const found = this.#chars.slice(this.#at, this.#at + word.length).join("");
    return found === word && this.#chars[this.#at + word.length] === then;
  }

  #class(): string {
    const start = this.#at;
    const negated = this.#peek() === "!" || this.#peek() === "^";
    if (negated) this.#at += 1;
    let members = "";
    for (let first = true; ; first = false) {
      const char = this.#chars[this.#at];
      if (char === undefined) {
        // Without its end it is no class.
        this.#at = start;
        return "\\[";
      }
      this.#at += 1;
      if (char === "]" && !first) break;
      const isRange = char === "-" && members !== "" && this.#peek() !== "]";
      members += isRange ? "-" : inClass(char);
    }
    return `[${negated ? "^" : ""}${members}]`;
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }

  #take(): string {
    const char = this.#chars[this.#at] ?? "";
    this.#at += 1;
    return char;
  }
}

function quoted(char: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

function inClass(char: string): string {
  return /[\^\\\]\-[]/.test(char) ? `\\${char}` : char;
}
