/** Lines of one piece: only the last piece is laid out again when the code grows. */
const PIECE_LINES = 40;

/** Code that is still being written: what comes is added, nothing is read again. */
export class OpenCode {
  readonly element = document.createElement("pre");
  readonly #closing: RegExp;
  #piece = document.createElement("span");
  #lines = 0;
  #seen: number;

  /** `text` from `start` on is inside a fence that begins with this line. */
  constructor(fence: string, start: number) {
    const [, mark = "```"] = /^ {0,3}(`{3,}|~{3,})/.exec(fence) ?? [];
    this.#closing = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`, "m");
    this.#seen = start;
    this.#begin();
  }

  /** Takes what is new of the text; false: the code has ended in it. */
  grow(text: string): boolean {
    // A line that was not whole before may have become the end.
    const from = text.lastIndexOf("\n", Math.max(0, this.#seen - 1)) + 1;
    if (this.#closing.test(text.slice(from))) return false;
    for (const line of text.slice(this.#seen).split(/(?<=\n)/)) {
      if (this.#lines >= PIECE_LINES) this.#begin();
      this.#piece.append(line);
      if (line.endsWith("\n")) this.#lines += 1;
    }
    this.#seen = text.length;
    return true;
  }

  #begin(): void {
    this.#piece = document.createElement("span");
    this.#piece.className = "piece";
    this.element.append(this.#piece);
    this.#lines = 0;
  }
}
