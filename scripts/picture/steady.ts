import type { Cell } from "../../packages/cli/src/face/testing/cells.ts";

/** What differs between two runs of the same script is made the same: times, processes, the home. */
export function steady(
  rows: readonly (readonly Cell[])[],
  home: string,
): readonly (readonly Cell[])[] {
  return rows
    .filter((row) => !textOf(row).startsWith("pid="))
    .map((row) => withSteadyTime(withHome(row, home.replace(/\/\.?$/, ""))));
}

const HOME = "/home/u";

/** The frame at the right edge stays where it is. */
function withHome(row: readonly Cell[], home: string): readonly Cell[] {
  const at = textOf(row).indexOf(home);
  const style = row[at];
  const edge = row.at(-1);
  if (style === undefined || edge === undefined) return row;
  const letters = HOME.split("").map((text) => ({ ...style, text }));
  const blanks = Array.from(home.slice(HOME.length), () => ({ ...style, text: " " }));
  return [...row.slice(0, at), ...letters, ...row.slice(at + home.length, -1), ...blanks, edge];
}

const TIME = "12 ms";

/** A time at the right edge; what stands before it keeps its distance to it. */
function withSteadyTime(row: readonly Cell[]): readonly Cell[] {
  const text = textOf(row);
  const time = /(\d+(?:\.\d+)? m?s)$/.exec(text)?.[1];
  if (time === undefined) return text.includes("waiting for you") ? withoutSeconds(row) : row;
  const at = text.length - time.length;
  const style = row[at];
  const gap = text.slice(0, at).search(/ {4,}\S*[^ ]*(?: \S+)* {3}$/);
  if (style === undefined || gap < 0) return row;
  const more = time.length - TIME.length;
  const blank = { ...style, text: " " };
  const head =
    more >= 0
      ? [...row.slice(0, gap), ...Array.from({ length: more }, () => blank)]
      : row.slice(0, gap);
  const rest = row.slice(more >= 0 ? gap : gap - more, at);
  return [...head, ...rest, ...TIME.split("").map((text) => ({ ...style, text }))];
}

function withoutSeconds(row: readonly Cell[]): readonly Cell[] {
  const at = textOf(row).indexOf(" · ");
  return at < 0 ? row : row.slice(0, at);
}

function textOf(row: readonly Cell[]): string {
  return row
    .map(({ text }) => text)
    .join("")
    .trimEnd();
}
