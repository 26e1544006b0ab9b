/** Rows as lines, their cells between bars; what would break a line is escaped. */
export function rowsText(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): string {
  const line = (cells: readonly (string | null)[]): string => cells.map(cellText).join(" | ");
  return [line(columns), columns.map(() => "---").join(" | "), ...rows.map(line)].join("\n");
}

function cellText(cell: string | null): string {
  if (cell === null) return "NULL";
  return cell.replaceAll(/[\p{Cc}|\\]/gu, (sign) => ESCAPES[sign] ?? hex(sign));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "|": "\\|",
  "\\": "\\\\",
};

function hex(sign: string): string {
  return `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
