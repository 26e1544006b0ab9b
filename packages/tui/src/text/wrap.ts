import { span, type Line, type Span } from "./span.ts";
import { clusterWidth, graphemes, widthOf } from "./width.ts";

export type WrapOptions = {
  readonly width: number;
  /** Before the first row, and before all others; both count into the width. */
  readonly first?: Line;
  readonly rest?: Line;
};

/**
 * A line in rows of at most `width` columns, broken between words; a word that is too long is broken
 * anywhere. Wide characters may be broken between as well. Always at least one row.
 */
export function wrapLine(spans: Line, options: WrapOptions): readonly Line[] {
  const rows = new Rows(options);
  for (const piece of spans) {
    for (const text of piecesOf(piece.text)) rows.add(text, piece);
  }
  return rows.finish();
}

/** Words, single wide characters and runs of spaces. */
function piecesOf(text: string): readonly string[] {
  return text.match(PIECES) ?? [];
}

const PIECES =
  / +|[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|[^ \u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]+/gu;

class Rows {
  readonly #options: WrapOptions;
  readonly #rows: Line[] = [];
  #row: Span[] = [];
  #used = 0;
  /** Words of one unbroken run come in several pieces when its style changes. */
  #blank = true;

  constructor(options: WrapOptions) {
    this.#options = options;
  }

  add(text: string, style: Span): void {
    const width = widthOf(text);
    if (this.#used + width <= this.#room()) {
      // Spaces at the beginning of a row that was broken are dropped.
      if (text.startsWith(" ") && this.#blank && this.#rows.length > 0) return;
      this.#push(text, style, width);
    } else if (text.startsWith(" ")) this.#break();
    else if (width <= this.#room() && !this.#blank) {
      this.#break();
      this.#push(text, style, width);
    } else this.#addLong(text, style);
  }

  finish(): readonly Line[] {
    if (!this.#blank || this.#rows.length === 0) this.#break();
    return this.#rows;
  }

  #addLong(text: string, style: Span): void {
    for (const cluster of graphemes(text)) {
      const width = clusterWidth(cluster);
      if (this.#used + width > this.#room() && !this.#blank) this.#break();
      this.#push(cluster, style, width);
    }
  }

  #push(text: string, style: Span, width: number): void {
    const last = this.#row.at(-1);
    if (last !== undefined && sameLook(last, style)) {
      this.#row[this.#row.length - 1] = { ...last, text: last.text + text };
    } else this.#row.push({ ...style, text });
    this.#used += width;
    this.#blank = false;
  }

  #break(): void {
    const last = this.#row.at(-1);
    if (last !== undefined && last.text.endsWith(" ") && last.inverse !== true) {
      this.#row[this.#row.length - 1] = { ...last, text: last.text.trimEnd() };
    }
    this.#rows.push([...this.#lead(), ...this.#row.filter(({ text }) => text !== "")]);
    this.#row = [];
    this.#used = 0;
    this.#blank = true;
  }

  #lead(): Line {
    const { first = [], rest = [] } = this.#options;
    return this.#rows.length === 0 ? first : rest;
  }

  /** At least one column, however deep something is indented. */
  #room(): number {
    const lead = this.#lead().reduce((sum, { text }) => sum + widthOf(text), 0);
    return Math.max(1, this.#options.width - lead);
  }
}

function sameLook(a: Span, b: Span): boolean {
  return (
    a.tone === b.tone &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.strike === b.strike &&
    a.inverse === b.inverse &&
    a.link === b.link
  );
}

/** Plain text with line breaks in rows. */
export function wrapText(
  text: string,
  width: number,
  style: Omit<Span, "text"> = {},
): readonly Line[] {
  return text.split("\n").flatMap((part) => wrapLine([span(part, style)], { width }));
}
