import { numbered } from "./lines.ts";
import type { Line } from "./lines.ts";

const MOST_SHOWN = 20;
/** Comparisons of lines that a hint may cost. */
const MOST_WORK = 2_000_000;

/**
 * The lines of a file that are most like the ones that were searched for, with what keeps them from
 * being the same: so that a missed edit can be sent again right (EDIT-2).
 */
export function nearestHint(lines: readonly Line[], wanted: readonly string[]): string {
  const found = nearest(lines, wanted);
  if (found === null) return "Nothing in the file is like it. Read the file again.";
  const shown = Math.min(Math.max(wanted.length, 1), MOST_SHOWN);
  const actual = lines.slice(found, found + wanted.length).map(({ text }) => text);
  return [
    `${difference(actual, wanted)} The nearest lines are:`,
    numbered(lines, found, shown),
    ...(wanted.length > shown ? [`… ${wanted.length - shown} more lines`] : []),
    "Send the edit again with these lines exactly as they are, without the numbers.",
  ].join("\n");
}

/** The line at which the most alike part begins, from 0; null when nothing is alike. */
function nearest(lines: readonly Line[], wanted: readonly string[]): number | null {
  const keys = wanted.map(plain);
  const first = keys.findIndex((key) => key !== "");
  if (first === -1) return null;
  const step = Math.max(1, Math.ceil((lines.length * keys.length) / MOST_WORK));
  const sample = keys.flatMap((key, at) =>
    at % step === 0 && key !== "" ? [[key, at] as const] : [],
  );
  const own = lines.map(({ text }) => plain(text));
  let [best, score] = [-1, 0];
  for (let at = 0; at < own.length; at++) {
    let hits = 0;
    for (const [key, offset] of sample) hits += likeness(own[at + offset] ?? "", key);
    if (hits > score) [best, score] = [at, hits];
  }
  return score >= sample.length * 0.3 ? best : null;
}

/** 1 for the same, less for parts of each other, 0 for anything else. */
function likeness(own: string, key: string): number {
  if (own === key) return 1;
  if (own === "" || key === "") return 0;
  if (own.includes(key) || key.includes(own)) return 0.6;
  let same = 0;
  while (same < own.length && own[same] === key[same]) same++;
  return (same / Math.max(own.length, key.length)) * 0.5;
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

function difference(actual: readonly string[], wanted: readonly string[]): string {
  const same = (change: (line: string) => string): boolean =>
    actual.length === wanted.length &&
    actual.every((line, at) => change(line) === change(wanted[at] ?? ""));
  if (same((line) => line.trimEnd())) return "Only blanks at the ends of lines differ.";
  if (same((line) => line.trim())) return "Only the indentation differs.";
  if (same(plain)) return "Only blanks differ.";
  if (same((line) => line.toLowerCase())) return "Only upper and lower case differ.";
  return "The file has no such text.";
}
