import { Marked, type Token, type Tokens } from "marked";
import { settleLinks } from "./links.ts";
import { isReadable } from "./readable.ts";
import { sanitised } from "./sanitise.ts";

/** The kind of a block that is shown as it stands. */
const PLAIN = "plain";

const marked = new Marked({
  gfm: true,
  renderer: {
    // Nothing is fetched because a model has named it: an image is a link to it.
    image: ({ href, text }) =>
      `<a href="${escapeHtml(href)}">${escapeHtml(text === "" ? "image" : text)}</a>`,
    code: ({ text, lang }) =>
      `<pre data-language="${escapeHtml(lang ?? "")}"><code>${escapeHtml(text)}</code></pre>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The blocks of an inert text; one that would take too long to read is one plain block. Never throws. */
export function blocksOf(text: string): readonly Token[] {
  if (!isReadable(text)) return [plainToken(text)];
  try {
    return marked.lexer(text);
  } catch {
    return [plainToken(text)];
  }
}

/** A block as nodes. Never throws. */
export function renderBlock(token: Token): DocumentFragment {
  if (token.type === PLAIN) return plainNodes(token.raw);
  try {
    const nodes = sanitised(marked.parser([token]));
    settleLinks(nodes);
    return nodes;
  } catch {
    return plainNodes(token.raw);
  }
}

function plainNodes(text: string): DocumentFragment {
  const block = document.createElement("p");
  block.className = "plain";
  block.textContent = text;
  const nodes = document.createDocumentFragment();
  nodes.append(block);
  return nodes;
}

function plainToken(text: string): Tokens.Generic {
  return { type: PLAIN, raw: text };
}
