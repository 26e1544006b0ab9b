import type { Token } from "marked";
import type { Highlighter } from "../code/highlighter.ts";
import { inert } from "../inert.ts";
import type { Line } from "../span.ts";
import { blockLines } from "./blocks.ts";

export type Lex = (source: string) => readonly Token[];

/** The Markdown reader; loaded once, when there is something to read. */
export async function loadLexer(): Promise<Lex> {
  const { Lexer } = await import("marked");
  return (source) => new Lexer({ gfm: true }).lex(source);
}

export type MarkdownOptions = {
  readonly lex: Lex;
  readonly width: number;
  readonly highlighter: Highlighter;
};

/** A whole text by a stranger as lines. */
export function markdownLines(source: string, options: MarkdownOptions): readonly Line[] {
  return blockLines(options.lex(inert(source)), options);
}
