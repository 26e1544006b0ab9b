import { OutputWindow, type OutputView } from "@squire/session";
import { TerminalParser, type Instruction } from "./parser.ts";
import { Screen, type Row } from "./screen.ts";

type Size = { readonly cols: number; readonly rows: number };

const CONTROL = { backspace: 8, tab: 9, lineFeed: 10, verticalTab: 11, formFeed: 12, cr: 13 };

/**
 * What a person would have read in a terminal in the end: progress bars at their last state, no
 * full-screen programs once they are gone. In bounded memory.
 */
export class TerminalText {
  readonly #size: Size;
  readonly #parser = new TerminalParser();
  readonly #decoder = new TextDecoder();
  readonly #gone: OutputWindow;
  readonly #main: Screen;
  /** Where a full-screen program draws; null while there is none. */
  #full: Screen | null = null;

  constructor(size: Size, capacity: number) {
    this.#size = size;
    this.#gone = new OutputWindow(capacity);
    this.#main = new Screen(size, (row) => this.#keep(row));
  }

  push(chunk: Uint8Array): void {
    this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** Nothing more comes. */
  end(): OutputView {
    this.#feed(this.#decoder.decode());
    // A program that was stopped in the middle is shown as it stood.
    for (const row of this.#main.rows()) this.#keep(row);
    for (const row of this.#full?.rows() ?? []) this.#keep(row);
    this.#gone.end();
    return this.#gone.view();
  }

  #feed(text: string): void {
    this.#parser.parse(text, (instruction) => this.#follow(instruction));
  }

  #keep({ cells, isWrapped }: Row): void {
    const text = cells.join("");
    this.#gone.push(Buffer.from(isWrapped ? text : `${text.trimEnd()}\n`));
  }

  #follow(instruction: Instruction): void {
    const screen = this.#full ?? this.#main;
    switch (instruction.type) {
      case "print":
        for (const character of instruction.text) screen.print(character);
        return;
      case "control":
        return control(screen, instruction.code);
      case "escape":
        return this.#escape(screen, instruction.final);
      case "csi":
        if (instruction.isPrivate) return this.#mode(instruction.final, instruction.numbers);
        return csi(screen, instruction.final, instruction.numbers);
    }
  }

  #escape(screen: Screen, final: string): void {
    if (final === "7") screen.save();
    if (final === "8") screen.restore();
    if (final === "D") screen.lineFeed();
    if (final === "M") screen.reverseLineFeed();
    if (final === "E") {
      screen.moveTo(0, null);
      screen.lineFeed();
    }
    if (final === "c") {
      screen.eraseScreen(2);
      screen.moveTo(0, 0);
    }
  }

  /** Programs that fill the screen take another one and give it back when they end. */
  #mode(final: string, numbers: readonly number[]): void {
    if (!numbers.some((number) => [47, 1047, 1049].includes(number))) return;
    if (final === "h") this.#full ??= new Screen(this.#size, () => {});
    if (final === "l") this.#full = null;
  }
}

function control(screen: Screen, code: number): void {
  const { backspace, tab, lineFeed, verticalTab, formFeed, cr } = CONTROL;
  if (code === backspace) screen.move(-1, 0);
  if (code === tab) screen.tab();
  if (code === lineFeed || code === verticalTab || code === formFeed) screen.lineFeed();
  if (code === cr) screen.moveTo(0, null);
}

type Act = (screen: Screen, first: number, second: number) => void;

/** What does not change the text, such as colours, is not here. */
const CSI: Readonly<Record<string, Act>> = {
  A: (screen, n) => screen.move(0, -Math.max(1, n)),
  B: (screen, n) => screen.move(0, Math.max(1, n)),
  C: (screen, n) => screen.move(Math.max(1, n), 0),
  D: (screen, n) => screen.move(-Math.max(1, n), 0),
  E: (screen, n) => {
    screen.move(0, Math.max(1, n));
    screen.moveTo(0, null);
  },
  F: (screen, n) => {
    screen.move(0, -Math.max(1, n));
    screen.moveTo(0, null);
  },
  G: (screen, n) => screen.moveTo(Math.max(1, n) - 1, null),
  H: (screen, y, x) => screen.moveTo(Math.max(1, x) - 1, Math.max(1, y) - 1),
  f: (screen, y, x) => screen.moveTo(Math.max(1, x) - 1, Math.max(1, y) - 1),
  d: (screen, n) => screen.moveTo(null, Math.max(1, n) - 1),
  J: (screen, n) => screen.eraseScreen(n),
  K: (screen, n) => screen.eraseLine(n),
  L: (screen, n) => screen.insertLines(Math.max(1, n)),
  M: (screen, n) => screen.deleteLines(Math.max(1, n)),
  P: (screen, n) => screen.deleteCells(Math.max(1, n)),
  "@": (screen, n) => screen.insertCells(Math.max(1, n)),
  X: (screen, n) => screen.eraseCells(Math.max(1, n)),
  S: (screen, n) => screen.scrollUp(Math.max(1, n)),
  T: (screen, n) => screen.scrollDown(Math.max(1, n)),
  r: (screen, top, bottom) => screen.setRegion(Math.max(1, top) - 1, bottom - 1),
  s: (screen) => screen.save(),
  u: (screen) => screen.restore(),
};

function csi(screen: Screen, final: string, numbers: readonly number[]): void {
  CSI[final]?.(screen, numbers[0] ?? 0, numbers[1] ?? 0);
}
