import { escapeHtml, safeUrl } from "@squire/session/exchange";
import { lexer } from "marked";
import type { Token, Tokens } from "marked";

/** What becomes of plain text, after it was made inert: citations become links. */
export type DrawText = (html: string) => string;

/**
 * Markdown as HTML that does nothing: each token is drawn by us, what is raw HTML is shown as text, pictures become
 * their words, links lead to the web or nowhere (EXP-3).
 */
export function markdownHtml(markdown: string, draw: DrawText = (html) => html): string {
  return blocks(lexer(markdown), draw);
}

function blocks(tokens: readonly Token[], draw: DrawText): string {
  return tokens.map((token) => block(token, draw)).join("\n");
}

function block(token: Token, draw: DrawText): string {
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "heading": {
      // The page has a first heading of its own.
      const level = Math.min(6, (token as Tokens.Heading).depth + 1);
      return `<h${level}>${inline(token, draw)}</h${level}>`;
    }
    case "paragraph":
      return `<p>${inline(token, draw)}</p>`;
    case "blockquote":
      return `<blockquote>${blocks(token.tokens ?? [], draw)}</blockquote>`;
    case "list":
      return list(token as Tokens.List, draw);
    case "table":
      return table(token as Tokens.Table, draw);
    case "code":
      return `<pre><code>${escapeHtml((token as Tokens.Code).text)}</code></pre>`;
    case "hr":
      return "<hr>";
    case "text":
      return token.tokens === undefined ? draw(escapeHtml(textOf(token))) : inline(token, draw);
    default:
      return `<p>${escapeHtml(token.raw)}</p>`;
  }
}

function list({ ordered, start, items }: Tokens.List, draw: DrawText): string {
  const tag = ordered ? "ol" : "ul";
  const from = ordered && typeof start === "number" && start !== 1 ? ` start="${start}"` : "";
  const drawn = items.map((item) => `<li>${blocks(item.tokens, draw)}</li>`);
  return `<${tag}${from}>${drawn.join("\n")}</${tag}>`;
}

function table({ header, rows }: Tokens.Table, draw: DrawText): string {
  const row = (cells: readonly Tokens.TableCell[], tag: "th" | "td"): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inlines(cell.tokens, draw)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((cells) => row(cells, "td")).join("\n");
  return `<table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table>`;
}

function inline(token: Token, draw: DrawText): string {
  const tokens = "tokens" in token ? token.tokens : undefined;
  return tokens === undefined ? draw(escapeHtml(textOf(token))) : inlines(tokens, draw);
}

function inlines(tokens: readonly Token[], draw: DrawText): string {
  return tokens.map((token) => span(token, draw)).join("");
}

function span(token: Token, draw: DrawText): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${inline(token, draw)}</${token.type}>`;
    case "codespan":
      return `<code>${escapeHtml(textOf(token))}</code>`;
    case "br":
      return "<br>";
    case "link":
      return link(token as Tokens.Link, draw);
    case "image":
      return escapeHtml(textOf(token));
    case "escape":
      return escapeHtml(textOf(token));
    case "text":
      return token.tokens === undefined
        ? draw(escapeHtml(unescaped(textOf(token))))
        : inline(token, draw);
    default:
      return escapeHtml(token.raw);
  }
}

/** The words of a link cannot hold another one. */
function link({ href, tokens }: Tokens.Link, draw: DrawText): string {
  const url = safeUrl(unescaped(href));
  if (url === null) return inlines(tokens, draw);
  const words = inlines(tokens, (html) => html);
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${words}</a>`;
}

function textOf(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** Entities that a writer or the reader of Markdown has put in: they would be escaped twice. */
function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
