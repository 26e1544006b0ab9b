import { inertLine } from "../../text/inert.ts";
import { span, type Line } from "../../text/span.ts";
import { truncate, widthOf } from "../../text/width.ts";
import type { Choice } from "../state/app-state.ts";

/** Rows of a list, the marked one always among them. */
export function listLines(
  items: readonly Choice[],
  index: number,
  {
    width,
    rows,
    mark = "",
  }: { readonly width: number; readonly rows: number; readonly mark?: string },
): readonly Line[] {
  const first = Math.max(0, Math.min(index - Math.floor(rows / 2), items.length - rows));
  const shown = items.slice(first, first + rows);
  const widest = Math.min(
    Math.floor(width / 2),
    Math.max(0, ...shown.map(({ label }) => widthOf(inertLine(label)))) + mark.length,
  );
  const lines = shown.map((item, at): Line => {
    const isMarked = first + at === index;
    const label = truncate(mark + inertLine(item.label), widest);
    const pad = " ".repeat(Math.max(0, widest - widthOf(label)) + 2);
    const detail = truncate(inertLine(item.detail), Math.max(0, width - widest - 6));
    return [
      span(isMarked ? " ▸ " : "   ", "accent"),
      span(label, isMarked ? { bold: true } : {}),
      span(pad + detail, "dim"),
    ];
  });
  const hidden = items.length - shown.length;
  return hidden > 0 ? [...lines, [span(`   … ${hidden} more`, "faint")]] : lines;
}
