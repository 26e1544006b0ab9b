/** Holds what would have gone to standard error while the screen belongs to the face. */
export class WarningBox {
  #held: string[] = [];
  #listener: ((text: string) => void) | null = null;

  readonly add = (line: string): void => {
    if (this.#listener === null) this.#held.push(line);
    else this.#listener(withoutName(line));
  };

  /** Gives what was held, and from now on everything at once. */
  readonly listen = (listener: (text: string) => void): (() => void) => {
    this.#listener = listener;
    const held = this.#held;
    this.#held = [];
    for (const line of held) listener(withoutName(line));
    return () => {
      this.#listener = null;
    };
  };

  /** Lines that nobody was shown, as they were written. */
  unheard(): readonly string[] {
    return this.#held;
  }
}

/** On a screen of its own, Squire need not say who speaks. */
function withoutName(line: string): string {
  return line.replace(/^squire: /, "").trimEnd();
}
