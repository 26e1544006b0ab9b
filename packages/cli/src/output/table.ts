/** Rows as aligned columns, the last one as long as it likes. */
export function columns(rows: readonly (readonly string[])[], gap = 2): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd((widths[at] ?? 0) + gap)))
      .join("")
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}

/** 1000000 → `1M`, 128000 → `128k`; 0 is unknown. */
export function tokens(count: number): string {
  if (count === 0) return "?";
  if (count >= 1_000_000) return `${trim(count / 1_000_000)}M`;
  return count >= 1000 ? `${trim(count / 1000)}k` : String(count);
}

function trim(value: number): string {
  return String(Math.round(value * 10) / 10);
}
