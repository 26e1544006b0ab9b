/**
 * Text from a model made inert for a terminal: escape sequences and other controls become visible
 * marks, so that a reply cannot move the cursor, set the title or write the clipboard.
 */
export function terminalText(text: string): string {
  return text.replace(CONTROLS, visible);
}

/** The same for a text that comes in pieces: wherever it is cut, the same is shown. */
export class TerminalStream {
  #heldCr = false;

  push(text: string): string {
    const whole = this.#heldCr ? `\r${text}` : text;
    // What a CR means shows only with the character behind it.
    this.#heldCr = whole.endsWith("\r");
    return terminalText(this.#heldCr ? whole.slice(0, -1) : whole);
  }
}

// Controls except newline and tab, C1, and the marks that reorder or hide text.
const CONTROLS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function visible(character: string, offset: number, whole: string): string {
  if (character === "\r") return whole[offset + 1] === "\n" ? "" : "␍";
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
