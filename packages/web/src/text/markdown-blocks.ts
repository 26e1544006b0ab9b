import { inertText } from "@squire/protocol/values";
import type { Token } from "marked";
import { colourCode } from "./code.ts";
import { blocksOf, renderBlock } from "./markdown.ts";

/**
 * A text in an element, block by block. Blocks that have ended are made once and stay; only what is
 * still open is made again when the text grows.
 */
export class MarkdownBlocks {
  readonly #root: HTMLElement;
  readonly #open = document.createElement("div");
  /** Blocks of the text up to here are finished. */
  #done = 0;
  #text = "";

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#open.className = "open-block";
  }

  /** `growing`: more may follow. */
  update(source: string, growing: boolean): void {
    const text = inertText(source);
    if (!text.startsWith(this.#text)) this.#clear();
    this.#text = text;
    if (growing) this.#grow();
    else this.#end();
  }

  #grow(): void {
    // Only whole lines are sure: half of one may become anything.
    const sure = this.#text.slice(this.#done, this.#text.lastIndexOf("\n") + 1);
    for (const token of endedBlocks(blocksOf(sure), sure)) this.#finish(token);
    this.#open.replaceChildren(...blocksOf(this.#text.slice(this.#done)).map(renderBlock));
    if (this.#open.parentNode !== this.#root) this.#root.append(this.#open);
  }

  #end(): void {
    this.#open.remove();
    for (const token of blocksOf(this.#text.slice(this.#done))) this.#finish(token);
  }

  #clear(): void {
    this.#root.replaceChildren();
    this.#done = 0;
    this.#text = "";
  }

  #finish(token: Token): void {
    const nodes = renderBlock(token);
    for (const pre of nodes.querySelectorAll("pre")) pre.replaceWith(codeFigure(pre));
    this.#done += token.raw.length;
    if (this.#open.parentNode === this.#root) this.#open.before(nodes);
    else this.#root.append(nodes);
  }
}

/** All but the last block, as far as the reader has left the text as it was. */
function endedBlocks(tokens: readonly Token[], text: string): readonly Token[] {
  // Blank lines end nothing: a list may go on behind them.
  const last = tokens.findLastIndex(({ type }) => type !== "space");
  const ended: Token[] = [];
  let at = 0;
  for (const token of tokens.slice(0, Math.max(0, last))) {
    if (!text.startsWith(token.raw, at)) break;
    at += token.raw.length;
    ended.push(token);
  }
  return ended;
}

/** Code with its language above it and a button that copies it. */
export function codeFigure(pre: Element): HTMLElement {
  const language = pre.getAttribute("data-language") ?? "";
  const code = document.createElement("code");
  code.textContent = pre.textContent;
  const frame = document.createElement("pre");
  frame.tabIndex = 0;
  frame.append(code);
  const head = document.createElement("figcaption");
  const name = document.createElement("span");
  name.textContent = language;
  const copy = document.createElement("button");
  copy.type = "button";
  copy.textContent = "copy";
  copy.setAttribute("data-copy", "");
  head.append(name, copy);
  const figure = document.createElement("figure");
  figure.className = "code";
  figure.append(head, frame);
  void colourCode(code, language);
  return figure;
}
