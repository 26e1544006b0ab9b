import { commonEnd, joinLines, splitLines } from "../lines.ts";
import type { Line } from "../lines.ts";
import { nearestHint } from "../nearest.ts";
import type { Hunk } from "./patch.ts";

export type Applied =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly hunk: number; readonly message: string };

/** All hunks in order, or none. Lines must be there to the letter; their numbers need not fit (EDIT-7). */
export function applyHunks(text: string, hunks: readonly Hunk[]): Applied {
  const lines = splitLines(text);
  const end = commonEnd(lines);
  const parts: Line[] = [];
  let from = 0;
  for (const [n, hunk] of hunks.entries()) {
    const place = placeOf(lines, hunk, from);
    if (typeof place === "string") return { ok: false, hunk: n + 1, message: place };
    parts.push(...lines.slice(from, place));
    parts.push(...changed(lines.slice(place, place + hunk.before.length), hunk, end));
    from = place + hunk.before.length;
  }
  parts.push(...lines.slice(from));
  return { ok: true, text: closed(parts, end, hunks.at(-1)?.noFinalEnd ?? null, lines) };
}

/** Where a hunk applies, or why it does not. */
function placeOf(lines: readonly Line[], hunk: Hunk, from: number): number | string {
  const { anchors, before, atEnd, line } = hunk;
  let start = from;
  for (const anchor of anchors) {
    const found = lines.findIndex(({ text }, at) => at >= start && text.trim() === anchor.trim());
    if (found === -1) return `There is no line "${anchor}". ${nearestHint(lines, [anchor])}`;
    start = found + 1;
  }
  if (before.length === 0) return insertAt(lines, hunk, start);
  const places = placesOf(lines, before, start);
  const last = lines.length - before.length;
  if (atEnd) {
    return places.includes(last)
      ? last
      : `The file does not end with these lines. ${nearestHint(lines, before)}`;
  }
  const [first] = places;
  if (first === undefined) return missing(lines, before);
  if (places.length === 1 || anchors.length > 0) return first;
  if (line !== null) return nearestTo(places, line - 1);
  const shown = places.slice(0, 8).map((at) => at + 1);
  return `These lines stand there ${places.length} times (lines ${shown.join(", ")}). Add lines around them, or @@ with a line above.`;
}

function missing(lines: readonly Line[], before: readonly string[]): string {
  const [above] = placesOf(lines, before, 0);
  if (above === undefined) return nearestHint(lines, before);
  return `These lines stand at line ${above + 1}, above what the patch has named before. Put the hunks in the order of the file.`;
}

/** Lines without any before them go where the patch says, else behind the anchor, else to the end. */
function insertAt(lines: readonly Line[], { anchors, line }: Hunk, start: number): number {
  if (anchors.length > 0) return start;
  return line === null ? lines.length : Math.max(start, Math.min(line, lines.length));
}

function placesOf(
  lines: readonly Line[],
  before: readonly string[],
  from: number,
): readonly number[] {
  const places: number[] = [];
  for (let at = from; at + before.length <= lines.length; at++) {
    if (before.every((text, offset) => lines[at + offset]?.text === text)) places.push(at);
  }
  return places;
}

function nearestTo(places: readonly number[], wanted: number): number {
  return places.reduce((best, place) =>
    Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best,
  );
}

/** Lines that stay keep their own ends; new ones get the file's. */
function changed(old: readonly Line[], { after }: Hunk, end: string): readonly Line[] {
  const kept = [...old];
  return after.map((text) => {
    const at = kept.findIndex((line) => line.text === text);
    if (at === -1) return { text, end };
    const line = kept[at] ?? { text, end };
    kept.splice(0, at + 1);
    return line;
  });
}

/** Every line but the last ends; whether the last does, the patch says, else the file. */
function closed(
  parts: readonly Line[],
  end: string,
  noFinalEnd: boolean | null,
  original: readonly Line[],
): string {
  const wasOpen = original.length > 0 && original.at(-1)?.end === "";
  const open = noFinalEnd ?? (wasOpen && parts.at(-1) === original.at(-1));
  const last = parts.length - 1;
  return joinLines(
    parts.map((line, at) => {
      if (at === last && open) return { ...line, end: "" };
      return line.end === "" ? { ...line, end } : line;
    }),
  );
}
