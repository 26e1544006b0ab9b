import { oneLine } from "../exchange/plain-text.ts";

/** Rows of cells; the first row is the head. All cells are plain text from anywhere. */
export type Table = readonly (readonly string[])[];

const MAX_CELL = 120;

/** Columns in line, without colour; columns of numbers to the right. */
export function plainTable(rows: Table): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, MAX_CELL)));
  const columns = Math.max(0, ...cells.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  const isNumeric = widths.map((_, at) =>
    cells.slice(1).every((row) => /^([-+]?[$\d][\d.,]*( %)?|–)?$/.test(row[at] ?? "")),
  );
  const lines = cells.map((row) =>
    widths
      .map((width, at) => {
        const cell = row[at] ?? "";
        const space = " ".repeat(width - widthOf(cell));
        return isNumeric[at] ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

export function markdownTable(rows: Table): string {
  const [head = [], ...body] = rows;
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell) => markdownText(cell, MAX_CELL)).join(" | ")} |\n`;
  return line(head) + `|${" --- |".repeat(head.length)}\n` + body.map(line).join("");
}

/** Text that means itself in Markdown, on one line. */
export function markdownText(text: string, max: number): string {
  return oneLine(text, max).replaceAll(/[\\|`*_[\]<>&#!]/g, (char) => `\\${char}`);
}

/** How many columns of a terminal a text takes; CJK letters take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += isWide(char.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  return (
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
