import { inertText } from "@squire/protocol/values";
import type { Token, Tokens } from "marked";
import { codeFigure } from "./code-figure.ts";
import { blocksOf, renderBlock } from "./markdown.ts";
import { OpenCode } from "./open-code.ts";

/** A list that goes on is finished up to its last items when it has more than these. */
const MOST_OPEN_ITEMS = 24;

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
  #code: OpenCode | null = null;

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
    if (this.#code?.grow(this.#text) === true) return;
    this.#code = null;
    // Only whole lines are sure: half of one may become anything.
    const sure = this.#text.slice(this.#done, this.#text.lastIndexOf("\n") + 1);
    for (const token of endedBlocks(blocksOf(sure), sure)) this.#finish(token);
    const tokens = blocksOf(this.#text.slice(this.#done));
    this.#code = this.#openCode(tokens);
    const nodes = this.#code === null ? tokens.map(renderBlock) : [this.#code.element];
    this.#open.replaceChildren(...nodes);
    if (this.#open.parentNode !== this.#root) this.#root.append(this.#open);
  }

  #end(): void {
    this.#open.remove();
    this.#code = null;
    for (const token of blocksOf(this.#text.slice(this.#done))) this.#finish(token);
  }

  #clear(): void {
    this.#root.replaceChildren();
    this.#done = 0;
    this.#text = "";
    this.#code = null;
  }

  /** Where all that is open is code in a fence, its first line being whole. */
  #openCode([token, more]: readonly Token[]): OpenCode | null {
    if (token?.type !== "code" || more !== undefined) return null;
    const start = this.#text.indexOf("\n", this.#done) + 1;
    const fence = this.#text.slice(this.#done, start);
    if (start === 0 || !/^ {0,3}(?:`{3,}|~{3,})/.test(fence)) return null;
    const code = new OpenCode(fence, start);
    return code.grow(this.#text) ? code : null;
  }

  #finish(token: Token): void {
    const nodes = document.createDocumentFragment();
    // Code is words as they stand: they need not become HTML first.
    if (token.type === "code") nodes.append(codeFigure(String(token["text"]), token["lang"] ?? ""));
    else nodes.append(renderBlock(token));
    if ("goesOn" in token) nodes.firstElementChild?.classList.add("goes-on");
    for (const pre of nodes.querySelectorAll("pre[data-language]")) {
      pre.replaceWith(codeFigure(pre.textContent, pre.getAttribute("data-language") ?? ""));
    }
    this.#done += token.raw.length;
    if (this.#open.parentNode === this.#root) this.#open.before(nodes);
    else this.#root.append(nodes);
  }
}

/** All but the last block, as far as the reader has left the text as it was. */
function endedBlocks(tokens: readonly Token[], text: string): readonly Token[] {
  // Blank lines end nothing: a list may go on behind them.
  const last = Math.max(
    0,
    tokens.findLastIndex(({ type }) => type !== "space"),
  );
  const open = tokens[last];
  const ended = [...tokens.slice(0, last), ...(open?.type === "list" ? endedItems(open) : [])];
  let at = 0;
  const whole = ended.findIndex(({ raw }) => {
    const isThere = text.startsWith(raw, at);
    at += raw.length;
    return !isThere;
  });
  return whole < 0 ? ended : ended.slice(0, whole);
}

/** The first items of a long list, as a list of their own. */
function endedItems(token: Token): readonly Token[] {
  // What the reader calls a list has items.
  const list = token as Tokens.List;
  if (list.items.length <= MOST_OPEN_ITEMS) return [];
  const items = list.items.slice(0, -1);
  return [{ ...list, items, raw: items.map(({ raw }) => raw).join(""), goesOn: true }];
}
