/** A piece of a file that can be quoted. */
export type Passage = {
  readonly path: string;
  readonly line: number;
  readonly lastLine: number;
  readonly kind:
    | "definition"
    | "constant"
    | "member"
    | "comment"
    | "sentence"
    | "item"
    | "row"
    | "heading";
  /** As it stands there; lines of prose are joined by a space. */
  readonly quote: string;
  /** What a comment says about it. */
  readonly about?: { readonly text: string; readonly line: number };
  readonly name?: string;
  /** What a function does, which is too long to be quoted. */
  readonly body?: string;
  /** The headings above it, or what the file is called. */
  readonly title: string;
  /** Where it belongs: the definition that it is a part of, the heading above. */
  readonly owner?: string;
};

export function placeOf({ path, line }: Pick<Passage, "path" | "line">): string {
  return `${path}:${line}`;
}

const PROSE =
  /\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|html?|log)$|(?:^|\/)(?:readme|changelog|license|notes|todo|authors|contributing)$/i;

export function isProse(path: string): boolean {
  return PROSE.test(path) || !/\.\w{1,10}$/.test(path);
}

export function isTestPath(path: string): boolean {
  return /(?:^|[./_-])(?:tests?|specs?|__tests__|testing|fixtures?|testdata|mocks?|snapshots?|__snapshots__)(?:[./_-]|$)/i.test(
    path,
  );
}

/** Words in the name of a file, without its ending. */
export function stemOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/\.\w{1,10}$/, "");
}
