import type { Token, Tokens } from "marked";
import { inertLine, safeLink } from "../inert.ts";
import { span, type Line, type SpanStyle } from "../span.ts";

/** Inline tokens as lines: usually one, more where the text has hard breaks. */
export function inlineLines(
  tokens: readonly Token[] | undefined,
  style: SpanStyle = {},
): readonly Line[] {
  const lines: Line[] = [[]];
  for (const piece of inlineSpans(tokens ?? [], style)) {
    if (piece === "break") lines.push([]);
    else lines.push([...(lines.pop() ?? []), piece]);
  }
  return lines;
}

type Piece = Line[number] | "break";

function inlineSpans(tokens: readonly Token[], style: SpanStyle): readonly Piece[] {
  return tokens.flatMap((token) => inlineToken(token, style));
}

// The union of marked also has a generic token, so a case is only as good as its cast-free reads.
function inlineToken(token: Token, style: SpanStyle): readonly Piece[] {
  const inner = "tokens" in token && token.tokens !== undefined ? token.tokens : null;
  switch (token.type) {
    case "strong":
      return inlineSpans(inner ?? [], { ...style, bold: true });
    case "em":
      return inlineSpans(inner ?? [], { ...style, italic: true });
    case "del":
      return inlineSpans(inner ?? [], { ...style, strike: true });
    case "codespan":
      return [span(unescaped(textIn(token)), { ...style, tone: "code" })];
    case "br":
      return ["break"];
    case "link":
      return linkSpans(token as Tokens.Link, style);
    case "image":
      return [span(`[image: ${textIn(token)}]`, { ...style, tone: "dim" })];
    case "html":
      // A break is the one tag that models use in tables; all else is shown as it stands.
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? ["break"] : plain(token.raw, style);
    default:
      return inner === null ? plain(textIn(token), style) : inlineSpans(inner, style);
  }
}

/** A link shows its address where its text is none of it, or pretends to be another. */
function linkSpans(token: Tokens.Link, style: SpanStyle): readonly Piece[] {
  const link = safeLink(token.href);
  const inside = inlineSpans(token.tokens, style);
  const text = inside.map((piece) => (piece === "break" ? " " : piece.text)).join("");
  const linked = { ...style, tone: "link", underline: true } as const;
  if (link === null) {
    return token.href === text ? inside : [...inside, span(` (${token.href})`, "dim")];
  }
  const shown = text === "" ? token.href : text;
  const isPlain = shown === token.href || `mailto:${shown}` === token.href;
  const named = span(shown, { ...linked, link });
  return isPlain ? [named] : [named, span(` (${inertLine(token.href)})`, { tone: "faint", link })];
}

function plain(text: string, style: SpanStyle): readonly Piece[] {
  const pieces = unescaped(text).split("\n");
  // A line break inside a paragraph is a space.
  return [span(pieces.join(" "), style)];
}

function textIn(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

/** marked leaves text as it was written; entities are what a reader would see. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot|nbsp|#39|#x27);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&#39;": "'",
  "&#x27;": "'",
};
