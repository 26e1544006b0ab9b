import { commonEnd } from "./lines.ts";
import type { Line } from "./lines.ts";

/** Lines `from` up to, not including, `to` become others; where both are the same, those come in. */
export type Splice = {
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
};

/** Two splices that change the same lines, by their places in the list. */
export type Clash = { readonly first: number; readonly second: number };

/** In the order of the file; those for the same place stay in the order given. */
export function orderSplices(splices: readonly Splice[]): readonly Splice[] {
  return splices.toSorted((one, other) => one.from - other.from || one.to - other.to);
}

/** What comes in may stand at the edge of what is changed, but not within it. */
export function findClash(splices: readonly Splice[]): Clash | null {
  const ordered = orderSplices(splices);
  let widest: Splice | null = null;
  for (const splice of ordered) {
    if (widest !== null && splice.from < widest.to) {
      const [first = 0, second = 0] = [splices.indexOf(widest), splices.indexOf(splice)].sort(
        (a, b) => a - b,
      );
      return { first, second };
    }
    if (widest === null || splice.to > widest.to) widest = splice;
  }
  return null;
}

/**
 * Splices that do not clash. Lines that stay keep their ends, new ones get those of the lines whose
 * place they take, else the common one; the text ends as it did (EDIT-13).
 */
export function spliceLines(
  lines: readonly Line[],
  splices: readonly Splice[],
): { readonly lines: readonly Line[]; readonly fresh: readonly (readonly [number, number])[] } {
  const end = commonEnd(lines);
  const result: Line[] = [];
  const fresh: (readonly [number, number])[] = [];
  let at = 0;
  for (const { from, to, texts } of orderSplices(splices)) {
    result.push(...lines.slice(at, from));
    fresh.push([result.length, result.length + texts.length]);
    texts.forEach((text, n) =>
      result.push({ text, end: (from + n < to && lines[from + n]?.end) || end }),
    );
    at = to;
  }
  result.push(...lines.slice(at));
  return { lines: closed(result, lines, end), fresh };
}

function closed(result: readonly Line[], lines: readonly Line[], end: string): readonly Line[] {
  const isOpen = lines.at(-1)?.end === "";
  return result.map((line, at) => {
    if (at === result.length - 1 && isOpen) return { text: line.text, end: "" };
    return line.end === "" ? { text: line.text, end } : line;
  });
}
