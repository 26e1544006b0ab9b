import type { Highlighter } from "../../text/code/highlighter.ts";
import type { Lex } from "../../text/markdown/markdown.ts";

/** What drawing an item needs to know besides the item. */
export type ItemContext = {
  readonly width: number;
  /** Null while the Markdown reader is still being loaded: text is plain then. */
  readonly lex: Lex | null;
  readonly highlighter: Highlighter;
  /** Tool cards are open. */
  readonly expanded: boolean;
  readonly showThinking: boolean;
  readonly now: number;
};

/** Text starts in the same column everywhere; the two before it are for state. */
export const GUTTER = 2;
