import type { Token, Tokens } from "marked";
import { inert } from "../inert.ts";
import type { Line } from "../span.ts";
import { blockLines, codeLines, oneBlock } from "./blocks.ts";
import type { MarkdownOptions } from "./markdown.ts";

/** An open code block is handed over in pieces of this many lines. */
const PIECE = 16;

/** What became of a text that is still being written. */
export type Streamed = {
  /** Lines that will not change any more, since the last time. */
  readonly finished: readonly Line[];
  /** Lines of what is still open. */
  readonly open: readonly Line[];
};

/**
 * Markdown while it is written: blocks that have ended are drawn once and handed over; only what is
 * still open is read again. Long code blocks and lists are handed over in parts.
 */
export class MarkdownStream {
  #options: MarkdownOptions;
  /** The text so far, made inert; offsets below are in it. */
  #text = "";
  #read = 0;
  /** The text up to here has been handed over. */
  #done = 0;
  /** The opening line of a code block that was handed over in part; else "". */
  #fence = "";
  /** Something stands above, and what comes next is a block of its own. */
  #gap = false;
  /** What comes next goes on with the list above. */
  #inList = false;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  /** Lines from now on have another width; what was handed over stays. */
  setWidth(width: number): void {
    this.#options = { ...this.#options, width };
  }

  /** The whole text so far; it only grows. */
  update(source: string): Streamed {
    this.#append(source, false);
    const finished: Line[] = [];
    while (this.#takeBlocks(finished));
    return { finished, open: this.#openLines() };
  }

  /** The text has ended: the rest is handed over. */
  finish(source: string): readonly Line[] {
    const { finished } = this.update(source);
    this.#append(source, true);
    const open = this.#openLines();
    this.#done = this.#text.length;
    return [...finished, ...open];
  }

  #append(source: string, final: boolean): void {
    // What a CR means shows only with the character behind it.
    const end = !final && source.endsWith("\r") ? source.length - 1 : source.length;
    this.#text += inert(source.slice(this.#read, end));
    this.#read = end;
  }

  #openLines(): readonly Line[] {
    const tokens = this.#options.lex(this.#fence + this.#text.slice(this.#done));
    const lines = blockLines(tokens, this.#options);
    return lines.length > 0 && this.#needsGap(tokens) ? [[], ...lines] : lines;
  }

  #needsGap(tokens: readonly Token[]): boolean {
    if (this.#fence !== "") return false;
    const first = tokens.find(({ type }) => type !== "space" && type !== "def");
    return this.#gap && !(this.#inList && first?.type === "list");
  }

  /** Hands over the blocks that have ended, then what it can of the open one; false: nothing. */
  #takeBlocks(finished: Line[]): boolean {
    // Only whole lines are sure: half of one may become anything.
    const end = this.#text.lastIndexOf("\n") + 1;
    if (end <= this.#done) return false;
    const raw = this.#fence + this.#text.slice(this.#done, end);
    const tokens = this.#options.lex(raw);
    let taken = 0;
    while (taken < tokens.length - 1) {
      const token = tokens[taken];
      if (token === undefined || !this.#handOver(token, finished)) return false;
      taken += 1;
    }
    const last = tokens[taken];
    const rest = this.#fence + this.#text.slice(this.#done, end);
    if (last?.type === "code") return this.#takeCode(last as Tokens.Code, rest, finished);
    return last?.type === "list" && this.#takeItems(last as Tokens.List, rest, finished);
  }

  #handOver(token: Token, finished: Line[]): boolean {
    const raw = this.#fence + this.#text.slice(this.#done);
    // The reader changes a few things on the way; then the block waits for the end.
    if (!raw.startsWith(token.raw)) return false;
    if (token.type !== "space") {
      if (this.#needsGap([token])) finished.push([]);
      finished.push(...oneBlock(token, this.#options));
      this.#gap = true;
      this.#inList = false;
    }
    this.#done += token.raw.length - this.#fence.length;
    this.#fence = "";
    return true;
  }

  /** The first lines of a code block that goes on. */
  #takeCode(token: Tokens.Code, raw: string, finished: Line[]): boolean {
    const [opening = "", ...lines] = raw.split("\n");
    if (!/^ {0,3}(?:```|~~~)/.test(opening) || lines.length <= PIECE + 4) return false;
    const piece = lines.slice(0, PIECE).join("\n");
    if (this.#needsGap([token])) finished.push([]);
    finished.push(...codeLines(piece, token.lang ?? "", this.#options));
    this.#done += opening.length + 1 + piece.length + 1 - this.#fence.length;
    this.#fence = `${opening}\n`;
    this.#gap = true;
    this.#inList = false;
    return true;
  }

  /** All items of a list but the last. */
  #takeItems(list: Tokens.List, raw: string, finished: Line[]): boolean {
    const items = list.items.slice(0, -1);
    const text = items.map((item) => item.raw).join("");
    if (items.length === 0 || !raw.startsWith(text)) return false;
    if (this.#needsGap([list])) finished.push([]);
    finished.push(...oneBlock({ ...list, items }, this.#options));
    if (list.loose) finished.push([]);
    this.#done += text.length;
    this.#gap = true;
    this.#inList = true;
    return true;
  }
}
