import type { Cell } from "../../packages/cli/src/face/testing/cells.ts";

const CELL = { width: 8.4, height: 19 };
const PAD = 16;
const COLUMNS = 100;
const BACKGROUND = "#16181d";
const TEXT = "#d4d7dd";

/** Rows of a terminal as an SVG that needs nothing else. */
export function svgOf(rows: readonly (readonly Cell[])[]): string {
  const width = COLUMNS * CELL.width + 2 * PAD;
  const height = rows.length * CELL.height + 2 * PAD;
  const lines = rows.flatMap((row, at) => runsOf(row).map((run) => runText(run, at)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    "<title>Squire in a terminal: it has edited a file and asks before it pushes</title>",
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    ...lines,
    "</svg>",
    "",
  ].join("\n");
}

type Run = Omit<Cell, "text"> & { readonly text: string; readonly column: number };

/** Cells that look alike and stand together. */
function runsOf(row: readonly Cell[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [column, cell] of row.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && lookOf(last) === lookOf(cell)) {
      runs[runs.length - 1] = { ...last, text: last.text + cell.text };
    } else runs.push({ ...cell, column });
  }
  return runs.filter(({ text }) => text.trim() !== "");
}

function lookOf({ colour, bold, italic, dim, underline }: Omit<Cell, "text">): string {
  return JSON.stringify([colour, bold, italic, dim, underline]);
}

function runText(run: Run, row: number): string {
  // Where a font has no such sign, the rest of the row still stands where it should.
  const lead = run.text.length - run.text.trimStart().length;
  const text = run.text.trim();
  const x = (PAD + (run.column + lead) * CELL.width).toFixed(1);
  const y = (PAD + (row + 0.75) * CELL.height).toFixed(1);
  const look = [
    `fill="${run.colour ?? TEXT}"`,
    run.bold ? 'font-weight="bold"' : "",
    run.italic ? 'font-style="italic"' : "",
    run.underline ? 'text-decoration="underline"' : "",
    run.dim ? 'opacity="0.6"' : "",
  ].filter((part) => part !== "");
  const length = (text.length * CELL.width).toFixed(1);
  return `<text x="${x}" y="${y}" textLength="${length}" xml:space="preserve" ${look.join(" ")}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
