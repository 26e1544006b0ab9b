/** A regular expression in the syntax that ripgrep reads, as a tree. */
export type Regex =
  | { readonly type: "literal"; readonly code: number; readonly ignoreCase: boolean }
  | { readonly type: "dot"; readonly withNewline: boolean; readonly crlf: boolean }
  | { readonly type: "class"; readonly set: CharSet; readonly ignoreCase: boolean }
  | { readonly type: "anchor"; readonly at: Anchor; readonly crlf: boolean }
  | { readonly type: "repeat"; readonly inner: Regex; readonly count: Count }
  | { readonly type: "sequence"; readonly parts: readonly Regex[] }
  | { readonly type: "choice"; readonly parts: readonly Regex[] };

export type Anchor =
  | "lineStart"
  | "lineEnd"
  | "textStart"
  | "textEnd"
  | "wordEdge"
  | "noWordEdge"
  | "wordStart"
  | "wordEnd"
  | "halfStart"
  | "halfEnd";

export type Count = {
  readonly least: number;
  /** Null: without end. */
  readonly most: number | null;
  readonly isLazy: boolean;
};

/** A set of characters. */
export type CharSet =
  | { readonly type: "range"; readonly from: number; readonly to: number }
  /** The members in the words of a JavaScript class. */
  | { readonly type: "named"; readonly members: string }
  | { readonly type: "union"; readonly parts: readonly CharSet[] }
  | { readonly type: "not"; readonly inner: CharSet }
  | {
      readonly type: "and" | "without" | "either";
      readonly left: CharSet;
      readonly right: CharSet;
    };

/** Why a pattern is none, and where: the index of the character. */
export class PatternProblem extends Error {
  override readonly name = "PatternProblem";
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
