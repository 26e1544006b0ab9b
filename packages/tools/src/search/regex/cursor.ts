import { PatternProblem } from "./syntax.ts";

export type Flags = {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
  readonly swapGreed: boolean;
  /** Blanks and comments mean nothing. */
  readonly verbose: boolean;
  readonly crlf: boolean;
};

/** A place in a pattern. Characters are code points; indices are those of the string. */
export class Cursor {
  readonly text: string;
  /** Names of groups so far. */
  readonly groups = new Set<string>();
  flags: Flags;
  at = 0;

  constructor(text: string, flags: Flags) {
    this.text = text;
    this.flags = flags;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character; "" at the end. */
  peek(): string {
    const code = this.text.codePointAt(this.at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  take(): string {
    const char = this.peek();
    this.at += char.length;
    return char;
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** Takes the word if it comes next. */
  skip(word: string): boolean {
    if (!this.startsWith(word)) return false;
    this.at += word.length;
    return true;
  }

  /** Takes what the (sticky) expression fits here. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  /** In verbose mode, passes over what means nothing. */
  skipBlanks(): void {
    if (this.flags.verbose) this.match(/(?:\s|#[^\n]*(?:\n|$))*/y);
  }

  fail(message: string, at: number = this.at): never {
    throw new PatternProblem(at, message);
  }
}
