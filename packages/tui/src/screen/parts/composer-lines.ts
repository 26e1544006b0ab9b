import { layoutComposer } from "../../composer/layout.ts";
import type { Composer } from "../../composer/composer.ts";
import type { Place, Size } from "../../terminal/writer/frame-diff.ts";
import { inert } from "../../text/inert.ts";
import { span, type Line } from "../../text/span.ts";
import { graphemes, truncate } from "../../text/width.ts";

/** Columns for the text of the prompt. */
export function composerWidth({ columns }: Size): number {
  return Math.max(4, columns - 3);
}

/** The composer grows up to a third of the screen. */
function composerRows({ rows }: Size): number {
  return Math.max(1, Math.floor(rows / 3));
}

export type ComposerView = {
  readonly lines: readonly Line[];
  /** Where the cursor is, from the first of these lines. */
  readonly cursor: Place;
};

/** The prompt with its cursor drawn in; a long one shows the part around the cursor. */
export function composerLines(composer: Composer, size: Size, placeholder: string): ComposerView {
  const width = composerWidth(size);
  const { rows, cursor } = layoutComposer(composer, width);
  const most = composerRows(size);
  const first = Math.max(0, Math.min(cursor.row - most + 1, rows.length - most));
  const shown = rows.slice(first, first + most);
  const lines = shown.map(({ start, end }, index): Line => {
    const lead =
      first + index === 0 ? span("▸ ", { tone: "accent", bold: true }) : moreMark(first, index);
    const at = first + index === cursor.row ? composer.cursor - start : null;
    return [lead, ...rowSpans(composer.text.slice(start, end), at)];
  });
  const place = { row: cursor.row - first, column: cursor.column + 2 };
  if (composer.text !== "") return { lines, cursor: place };
  const hint = truncate(placeholder, Math.max(1, width - 2));
  const empty: Line = [
    span("▸ ", { tone: "accent", bold: true }),
    span(hint[0] ?? " ", { inverse: true }),
    span(hint.slice(1), "faint"),
  ];
  return { lines: [empty], cursor: { row: 0, column: 2 } };
}

function moreMark(first: number, index: number): Line[number] {
  return index === 0 && first > 0 ? span("↑ ", "faint") : span("  ");
}

/** A row with the character under the cursor inverted. */
function rowSpans(text: string, cursor: number | null): Line {
  const shown = inert(text);
  if (cursor === null || shown !== text) return [span(shown)];
  const [under = " "] = graphemes(text.slice(cursor));
  return [
    span(text.slice(0, cursor)),
    span(under, { inverse: true }),
    span(text.slice(cursor + under.length)),
  ].filter((piece) => piece.text !== "");
}
