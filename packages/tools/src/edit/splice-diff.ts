import { orderSplices } from "./splice-lines.ts";
import type { Splice } from "./splice-lines.ts";

const CONTEXT = 3;

export type SpliceDiff = {
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
};

/** Splices that do not clash as a unified diff, without comparing anything. */
export function spliceDiff(
  name: string,
  lines: readonly string[],
  splices: readonly Splice[],
): SpliceDiff {
  const ordered = orderSplices(splices);
  const parts: string[] = [`--- ${name}`, `+++ ${name}`];
  let [added, removed, shown] = [0, 0, 0];
  for (const [n, { from, to, texts }] of ordered.entries()) {
    const start = Math.max(shown, from - CONTEXT);
    const end = Math.min(lines.length, to + CONTEXT, ordered[n + 1]?.from ?? lines.length);
    const shift = added - removed;
    parts.push(
      headOf(start, end - start, shift, texts.length - (to - from)),
      ...lines.slice(start, from).map((line) => ` ${line}`),
      ...lines.slice(from, to).map((line) => `-${line}`),
      ...texts.map((line) => `+${line}`),
      ...lines.slice(to, end).map((line) => ` ${line}`),
    );
    [added, removed, shown] = [added + texts.length, removed + to - from, end];
  }
  return { diff: parts.join("\n"), added, removed };
}

/** Where there are no lines, the number is that of the line above. */
function headOf(start: number, count: number, shift: number, growth: number): string {
  const range = (from: number, lines: number): string =>
    `${lines === 0 ? from : from + 1},${lines}`;
  return `@@ -${range(start, count)} +${range(start + shift, count + growth)} @@`;
}
