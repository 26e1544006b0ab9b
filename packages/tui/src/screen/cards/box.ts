import { lineWidth, span, type Line, type Tone } from "../../text/span.ts";
import { truncate } from "../../text/width.ts";

export type CardSize = { readonly width: number; readonly rows: number };

/** Lines in a frame with a title; on narrow screens without the frame. */
export function boxed(
  title: string,
  lines: readonly Line[],
  width: number,
  tone: Tone,
): readonly Line[] {
  if (width < 40) return [[span(truncate(title, width), { tone, bold: true })], ...lines];
  const inner = width - 4;
  const head = truncate(title, inner - 4);
  const top: Line = [
    span("┌ ", tone),
    span(head, { tone, bold: true }),
    span(` ${"─".repeat(Math.max(0, inner - lineWidth([span(head)])))}┐`, tone),
  ];
  const rows = lines.map((line): Line => {
    const pad = " ".repeat(Math.max(0, inner - lineWidth(line)));
    return [span("│ ", tone), ...line, span(`${pad} │`, tone)];
  });
  return [top, ...rows, [span(`└${"─".repeat(inner + 2)}┘`, tone)]];
}

/** Columns inside the frame. */
export function boxWidth(width: number): number {
  return width < 40 ? width : width - 4;
}

/** The part of long content that is shown, with what is above and below it counted. */
export function scrolled(lines: readonly Line[], offset: number, rows: number): readonly Line[] {
  if (lines.length <= rows) return lines;
  const room = Math.max(1, rows - 1);
  const first = Math.min(offset, lines.length - room);
  const shown = lines.slice(first, first + room);
  const where = `rows ${first + 1}–${first + shown.length} of ${lines.length} · page up, page down`;
  return [...shown, [span(where, "caution")]];
}
