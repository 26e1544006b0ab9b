import type { ToolSpec } from "@squire/protocol";

/** A call that was written as text. */
export type FoundCall = {
  /** As the model spelled it. */
  readonly name: string;
  readonly argsText: string;
  /** The text ended inside it. */
  readonly cut: boolean;
};

/** A piece of text that is nothing but calls. */
export type Span = {
  readonly start: number;
  readonly end: number;
  readonly calls: readonly FoundCall[];
};

/** The advertised tool behind a name, however it is spelled. */
export type SpecOf = (name: string) => ToolSpec | undefined;

/** Finds all spans of one notation, in order. Time grows with the length of the text only. */
export type CallFormat = (text: string, specOf: SpecOf) => readonly Span[];

export type Element = {
  readonly start: number;
  readonly end: number;
  /** The groups of the opening pattern. */
  readonly head: readonly string[];
  readonly body: string;
  /** There was no end mark: `body` goes to the end of the text. */
  readonly cut: boolean;
};

/** What stands between an opening pattern (global, of bounded length) and the next end mark. */
export function elementsIn(text: string, open: RegExp, close: RegExp): readonly Element[] {
  const found: Element[] = [];
  open.lastIndex = 0;
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const from = open.lastIndex;
    close.lastIndex = from;
    const mark = close.exec(text);
    const end = mark === null ? text.length : close.lastIndex;
    found.push({
      start: match.index,
      end,
      head: match.slice(1).map((group) => group ?? ""),
      body: text.slice(from, mark?.index),
      cut: mark === null,
    });
    open.lastIndex = end;
  }
  return found;
}
