/** What a terminal is told, piece by piece. */
export type Instruction =
  | { readonly type: "print"; readonly text: string }
  | { readonly type: "control"; readonly code: number }
  /** `ESC` and one character. */
  | { readonly type: "escape"; readonly final: string }
  /** `ESC [`, its numbers and the character that says what they are for. */
  | {
      readonly type: "csi";
      readonly final: string;
      readonly isPrivate: boolean;
      readonly numbers: readonly number[];
    };

type State = "text" | "escape" | "charset" | "csi" | "string" | "string-escape";

const ESC = 0x1b;
const BEL = 0x07;
/** Nobody needs longer ones; an endless one must not fill the memory. */
const MOST_PARAMETERS = 200;

/** Cuts a stream of text into instructions, wherever it was cut into chunks. */
export class TerminalParser {
  #state: State = "text";
  #parameters = "";

  parse(text: string, to: (instruction: Instruction) => void): void {
    let printed = "";
    const flush = (): void => {
      if (printed !== "") to({ type: "print", text: printed });
      printed = "";
    };
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      if (this.#state === "text" && code >= 0x20 && code !== 0x7f && (code < 0x80 || code > 0x9f)) {
        printed += character;
        continue;
      }
      flush();
      this.#step(character, code, to);
    }
    flush();
  }

  #step(character: string, code: number, to: (instruction: Instruction) => void): void {
    switch (this.#state) {
      case "text":
        return this.#control(code, to);
      case "escape":
        return this.#escape(character, to);
      case "charset":
        this.#state = "text";
        return;
      case "csi":
        return this.#csi(character, code, to);
      case "string":
        if (code === ESC) this.#state = "string-escape";
        else if (code === BEL || code === 0x9c) this.#state = "text";
        return;
      case "string-escape":
        this.#state = "text";
        if (character !== "\\") this.#escape(character, to);
    }
  }

  #control(code: number, to: (instruction: Instruction) => void): void {
    if (code === ESC) this.#state = "escape";
    else if (code === 0x9b) this.#begin();
    else if ([0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(code)) this.#state = "string";
    else to({ type: "control", code });
  }

  #escape(character: string, to: (instruction: Instruction) => void): void {
    if (character === "[") return this.#begin();
    if ("PX]^_".includes(character)) this.#state = "string";
    else if ("()*+-./ #%".includes(character)) this.#state = "charset";
    else {
      this.#state = character === "\u001B" ? "escape" : "text";
      if (this.#state === "text") to({ type: "escape", final: character });
    }
  }

  #begin(): void {
    this.#state = "csi";
    this.#parameters = "";
  }

  #csi(character: string, code: number, to: (instruction: Instruction) => void): void {
    if (code >= 0x40 && code <= 0x7e) {
      this.#state = "text";
      const numbers = this.#parameters
        .replace(/^[<=>?]/, "")
        .split(/[;:]/)
        .map((number) => Math.min(Number.parseInt(number, 10) || 0, 10_000));
      to({ type: "csi", final: character, isPrivate: /^[<=>?]/.test(this.#parameters), numbers });
    } else if (code === ESC) {
      this.#state = "escape";
    } else if (code >= 0x20 && code <= 0x3f) {
      if (this.#parameters.length < MOST_PARAMETERS) this.#parameters += character;
    } else if (code < 0x20) {
      to({ type: "control", code });
    } else {
      this.#state = "text";
    }
  }
}
