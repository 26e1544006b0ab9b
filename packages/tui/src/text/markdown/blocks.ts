import type { Token, Tokens } from "marked";
import type { Highlighter } from "../code/highlighter.ts";
import { line, span, type Line, type SpanStyle } from "../span.ts";
import { wrapLine } from "../wrap.ts";
import { inlineLines } from "./inline.ts";
import { tableLines } from "./table.ts";

export type BlockContext = {
  readonly width: number;
  readonly highlighter: Highlighter;
  readonly style?: SpanStyle;
};

/** Blocks one below the other, with a blank line between them. */
export function blockLines(tokens: readonly Token[], context: BlockContext): readonly Line[] {
  const blocks = tokens
    .filter(({ type }) => type !== "space" && type !== "def")
    .map((token) => oneBlock(token, context));
  return blocks.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}

/** One block. A text that is still being written can end in any of them. */
export function oneBlock(token: Token, context: BlockContext): readonly Line[] {
  const { width, style = {} } = context;
  switch (token.type) {
    case "heading":
      return heading(token as Tokens.Heading, context);
    case "code":
      return codeLines((token as Tokens.Code).text, (token as Tokens.Code).lang ?? "", context);
    case "list":
      return listLines(token as Tokens.List, context);
    case "blockquote":
      return quoteLines(token as Tokens.Blockquote, context);
    case "table":
      return tableLines(token as Tokens.Table, width);
    case "hr":
      return [line("─".repeat(Math.min(width, 40)), "faint")];
    case "html":
      return wrapped([[span(token.raw.trimEnd().replaceAll("\n", " "), style)]], width);
    default: {
      const inner = "tokens" in token ? token.tokens : undefined;
      const lines =
        inner === undefined ? [line(token.raw.trimEnd(), style)] : inlineLines(inner, style);
      return wrapped(lines, width);
    }
  }
}

function wrapped(lines: readonly Line[], width: number): readonly Line[] {
  return lines.flatMap((one) => wrapLine(one, { width }));
}

function heading(token: Tokens.Heading, { width }: BlockContext): readonly Line[] {
  const style = { tone: "heading", bold: true, underline: token.depth === 1 } as const;
  return wrapped(inlineLines(token.tokens, style), width);
}

/** Code keeps its lines: what is too long goes on in the next row, further in. */
export function codeLines(code: string, info: string, context: BlockContext): readonly Line[] {
  const lead = [span("  ")];
  return context.highlighter
    .lines(code, info)
    .flatMap((one) => wrapLine(one, { width: context.width, first: lead, rest: [span("    ")] }));
}

function listLines(list: Tokens.List, context: BlockContext): readonly Line[] {
  const start = typeof list.start === "number" ? list.start : 1;
  return list.items.flatMap((item, index) => {
    const mark = list.ordered ? `${start + index}. ` : "• ";
    const lines = itemLines(item, mark, context);
    return index > 0 && list.loose ? [[], ...lines] : lines;
  });
}

/** The first row has the mark, all others stand below the text. */
function itemLines(item: Tokens.ListItem, mark: string, context: BlockContext): readonly Line[] {
  const box = item.task ? (item.checked === true ? "☑ " : "☐ ") : "";
  const lead = mark + box;
  const indent = " ".repeat(mark.length);
  const inner = { ...context, width: Math.max(8, context.width - mark.length) };
  const blocks = item.tokens.filter(({ type }) => type !== "space" && type !== "checkbox");
  const lines = blocks.flatMap((token, index) => {
    const own = oneBlock(token, inner);
    return index > 0 && item.loose ? [[], ...own] : own;
  });
  const [first = [], ...rest] = lines;
  return [
    [span(lead, "accent"), ...first],
    ...rest.map((one): Line => (one.length === 0 ? one : [span(indent), ...one])),
  ];
}

function quoteLines(token: Tokens.Blockquote, context: BlockContext): readonly Line[] {
  const inner = {
    ...context,
    width: Math.max(8, context.width - 2),
    style: { tone: "quote" } as const,
  };
  return blockLines(token.tokens, inner).map((one) => [span("│ ", "faint"), ...one]);
}
