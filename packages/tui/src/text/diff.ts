import { inert } from "./inert.ts";
import { line, span, type Line } from "./span.ts";
import { truncate } from "./width.ts";

export type DiffOptions = {
  readonly width: number;
  /** At most so many rows; the rest is counted. */
  readonly rows: number;
};

/** A unified diff as rows with line numbers. Long lines are cut: a diff keeps its shape. */
export function diffLines(diff: string, options: DiffOptions): readonly Line[] {
  const rows: Line[] = [];
  let hunks = 0;
  let before = 0;
  let after = 0;
  const all = inert(diff).replace(/\n$/, "").split("\n");
  for (const [index, text] of all.entries()) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      hunks += 1;
      if (hunks > 1 && rows.length < options.rows) rows.push(line("     ⋯", "faint"));
      continue;
    }
    if (hunks === 0 && /^(?:---|\+\+\+|diff |index |new file|deleted file)/.test(text)) continue;
    if (rows.length >= options.rows) {
      const left = all.slice(index);
      // What only surrounds a change is not missed.
      if (left.some((row) => /^[+-]/.test(row))) rows.push(line(`     … ${rest(left)}`, "faint"));
      return rows;
    }
    rows.push(diffRow(text, text.startsWith("-") ? before : after, options.width));
    if (!text.startsWith("+") && !text.startsWith("\\")) before += 1;
    if (!text.startsWith("-") && !text.startsWith("\\")) after += 1;
  }
  return rows;
}

function diffRow(text: string, number: number, width: number): Line {
  const mark = text[0] ?? " ";
  const tone = mark === "+" ? "added" : mark === "-" ? "removed" : "dim";
  const sign = mark === "-" ? "−" : mark === "\\" ? " " : mark;
  const body = truncate(text.slice(1), Math.max(1, width - 8));
  return [span(String(number).padStart(5), "faint"), span(` ${sign} ${body}`, tone)];
}

function rest(lines: readonly string[]): string {
  const more = lines.filter((text) => text.startsWith("@@")).length;
  const changed = lines.filter((text) => /^[+-]/.test(text)).length;
  const hunks = more === 0 ? "" : `${more} more ${more === 1 ? "hunk" : "hunks"}, `;
  return `${hunks}${changed} more changed lines`;
}
