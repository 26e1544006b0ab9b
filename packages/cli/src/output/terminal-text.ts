import { inertText } from "@squire/protocol/values";

export { inertText as terminalText };

/** Inert text that comes in pieces: wherever it is cut, the same is shown. */
export class TerminalStream {
  #heldCr = false;

  push(text: string): string {
    const whole = this.#heldCr ? `\r${text}` : text;
    // What a CR means shows only with the character behind it.
    this.#heldCr = whole.endsWith("\r");
    return inertText(this.#heldCr ? whole.slice(0, -1) : whole);
  }
}
