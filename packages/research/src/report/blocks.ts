/** A piece of a Markdown text in which sentences are looked for; `start` and `end` are places in the text. */
export type Block = {
  readonly start: number;
  readonly end: number;
  readonly kind: "text" | "heading" | "code" | "quote" | "table" | "list";
};

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const ITEM = /^\s*(?:[-*+•]|\d{1,4}[.)])\s/;
const TABLE = /^\s*\|/;
const QUOTE = /^ {0,3}>/;

/** The blocks of a Markdown text, in order. Total: whatever it is, it is read once, line by line. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { start: number; end: number; kind: Block["kind"] } | null = null;
  let fence: string | null = null;
  const close = (): void => {
    if (open !== null) blocks.push(open);
    open = null;
  };
  for (const line of linesOf(text)) {
    const mark = FENCE.exec(line.text)?.[1];
    if (fence !== null) {
      if (open !== null) open.end = line.end;
      if (mark !== undefined && mark.startsWith(fence)) {
        fence = null;
        close();
      }
      continue;
    }
    if (mark !== undefined) {
      close();
      fence = mark;
      open = { start: line.start, end: line.end, kind: "code" };
      continue;
    }
    if (line.text.trim() === "") {
      close();
      continue;
    }
    const kind = kindOf(line.text);
    const starts = kind === "heading" || kind === "list" || kind === "table" || kind !== open?.kind;
    const goesOn = open !== null && (!starts || (kind === "text" && isLoose(open.kind)));
    if (open !== null && goesOn) open.end = line.end;
    else {
      close();
      open = { start: line.start, end: line.end, kind };
    }
    if (kind === "heading") close();
  }
  close();
  return blocks;
}

/** A line without a mark goes on with the item or quote before it. */
function isLoose(kind: Block["kind"]): boolean {
  return kind === "list" || kind === "quote" || kind === "text";
}

function kindOf(line: string): Block["kind"] {
  if (HEADING.test(line)) return "heading";
  if (QUOTE.test(line)) return "quote";
  if (ITEM.test(line)) return "list";
  return TABLE.test(line) ? "table" : "text";
}

type Line = { readonly text: string; readonly start: number; readonly end: number };

export function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const at = text.indexOf("\n", start);
    const end = at === -1 ? text.length : at;
    yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}
