/** Deeper values are refused: no tool needs them, and recursion over them would end the process. */
export const MAX_DEPTH = 200;

/** How a text stands to the grammar of JSON. */
export type Scan =
  | { readonly type: "whole"; readonly rawBreaks: readonly number[] }
  /** It ended too early: `text.slice(0, keep) + add` is whole. */
  | {
      readonly type: "cut";
      readonly keep: number;
      readonly add: string;
      /** What was done about the end, for people. */
      readonly note: string;
      /** Something may be missing that closing cannot bring back. */
      readonly lossy: boolean;
      readonly rawBreaks: readonly number[];
    }
  | { readonly type: "broken"; readonly at: number; readonly what: string };

type Expected = "value" | "item or end" | "name" | "name or end" | "colon" | "comma or end" | "end";

type Ending = {
  readonly keep: number;
  readonly add: string;
  readonly note: string;
  readonly lossy: boolean;
};

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_CUT = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?/y;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/;
const HALF_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/;
const HALF_PAIR = /^\\u[dD][89abAB][\da-fA-F]{2}$/;
const LITERALS = ["true", "false", "null"] as const;

/** Reads a text once, from left to right. Control characters inside strings are noted, not refused. */
export function scanJson(text: string): Scan {
  return new Scanner(text).run();
}

/** Thrown and caught in this file only. */
class Stop extends Error {
  readonly scan: Scan;
  constructor(scan: Scan) {
    super(scan.type);
    this.scan = scan;
  }
}

class Scanner {
  readonly #text: string;
  readonly #open: ("{" | "[")[] = [];
  readonly #rawBreaks: number[] = [];
  #at = 0;
  #expected: Expected = "value";
  /** Where to cut so that a comma without a next item, or a name without its end, goes. */
  #lastGood = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Scan {
    try {
      for (;;) {
        this.#skipBlanks();
        if (this.#at >= this.#text.length) return this.#atEnd();
        this.#token(this.#text.charAt(this.#at));
      }
    } catch (stop) {
      if (stop instanceof Stop) return stop.scan;
      throw stop;
    }
  }

  #token(char: string): void {
    switch (this.#expected) {
      case "value":
        return this.#value(char);
      case "item or end":
        return char === "]" ? this.#close(char) : this.#value(char);
      case "name or end":
        return char === "}" ? this.#close(char) : this.#name(char);
      case "name":
        return this.#name(char);
      case "colon":
        if (char !== ":") this.#broken("a colon was expected");
        this.#at++;
        this.#expected = "value";
        return;
      case "comma or end":
        return char === "," ? this.#comma() : this.#close(char);
      case "end":
        return this.#broken("there is text behind the end");
    }
  }

  #value(char: string): void {
    if (char === "{" || char === "[") {
      this.#open.push(char);
      if (this.#open.length > MAX_DEPTH)
        this.#broken(`it is nested deeper than ${MAX_DEPTH} levels`);
      this.#at++;
      this.#lastGood = this.#at;
      this.#expected = char === "{" ? "name or end" : "item or end";
      return;
    }
    if (char === '"') this.#string(false);
    else this.#plain();
    this.#ended();
  }

  #name(char: string): void {
    if (char !== '"') this.#broken("a name in quotes was expected");
    this.#string(true);
    this.#expected = "colon";
  }

  #comma(): void {
    this.#at++;
    this.#expected = this.#open.at(-1) === "{" ? "name" : "value";
  }

  #close(char: string): void {
    const open = this.#open.at(-1);
    if (char !== (open === "{" ? "}" : "]")) {
      this.#broken(`a comma or the end of the ${open === "{" ? "object" : "list"} was expected`);
    }
    this.#open.pop();
    this.#at++;
    this.#ended();
  }

  #ended(): void {
    this.#lastGood = this.#at;
    this.#expected = this.#open.length === 0 ? "end" : "comma or end";
  }

  #string(isName: boolean): void {
    const text = this.#text;
    let end = text.length;
    for (let at = this.#at + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at + 1;
        return;
      }
      if (code < 0x20) this.#rawBreaks.push(at);
      if (code !== 0x5c) continue;
      const escape = text.slice(at, at + 6);
      const length = ESCAPE.exec(escape)?.[0].length;
      // Half an escape, or half of what stands for one character, is left out.
      const half = length === undefined ? HALF_ESCAPE.test(escape) : HALF_PAIR.test(escape);
      if (half && at + (length ?? escape.length) === text.length) end = at;
      if (length === undefined && !half) this.#broken("there is no such escape", at);
      at += (length ?? escape.length) - 1;
    }
    if (isName) this.#cut(this.#dropped("an argument whose name was cut off was left out"));
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
    const note = "the last text was cut off and closed as it was";
    this.#cut({ keep: end, add: '"', note, lossy: true });
  }

  #plain(): void {
    const rest = this.#text.slice(this.#at, this.#at + 5);
    for (const word of LITERALS) {
      if (rest.startsWith(word)) {
        this.#at += word.length;
        return;
      }
      if (word.startsWith(rest) && this.#at + rest.length === this.#text.length) {
        this.#cut({
          keep: this.#at,
          add: word,
          note: `${rest} was completed to ${word}`,
          lossy: false,
        });
      }
    }
    this.#number();
  }

  #number(): void {
    const cut = this.#match(NUMBER_CUT);
    const whole = this.#match(NUMBER);
    const end = this.#at + cut.length;
    const mayGoOn = this.#open.length > 0 || cut !== whole;
    if (cut !== "" && end === this.#text.length && mayGoOn) {
      this.#cut({
        keep: this.#at,
        add: whole === "" ? "null" : whole,
        note: "the last number may lack digits",
        lossy: true,
      });
    }
    if (whole === "") this.#broken("a value was expected");
    this.#at += whole.length;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? "";
  }

  #atEnd(): Scan {
    const keep = this.#text.length;
    switch (this.#expected) {
      case "end":
        return { type: "whole", rawBreaks: this.#rawBreaks };
      case "colon":
        return this.#cut({
          keep,
          add: ":null",
          note: "a missing value was set to null",
          lossy: true,
        });
      case "value":
        if (this.#open.length === 0) {
          return this.#cut({ keep: 0, add: "{}", note: "there were no arguments", lossy: true });
        }
        if (this.#open.at(-1) === "[") return this.#cut(this.#dropped("a last comma was left out"));
        return this.#cut({
          keep,
          add: "null",
          note: "a missing value was set to null",
          lossy: true,
        });
      case "name":
        return this.#cut(this.#dropped("a last comma was left out"));
      case "item or end":
      case "name or end":
      case "comma or end":
        return this.#cut({ keep, add: "", note: "missing brackets were added", lossy: false });
    }
  }

  #dropped(note: string): Ending {
    return { keep: this.#lastGood, add: "", note, lossy: true };
  }

  #cut({ keep, add, note, lossy }: Ending): never {
    const brackets = this.#open.map((open) => (open === "{" ? "}" : "]")).toReversed();
    const rawBreaks = this.#rawBreaks.filter((at) => at < keep);
    throw new Stop({ type: "cut", keep, add: add + brackets.join(""), note, lossy, rawBreaks });
  }

  #broken(what: string, at = this.#at): never {
    throw new Stop({ type: "broken", at, what });
  }

  #skipBlanks(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }
}
