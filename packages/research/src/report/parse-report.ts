import { sentences } from "@squire/ranking";
import { blocksOf } from "./blocks.ts";
import type { Block } from "./blocks.ts";
import { markersIn } from "./markers.ts";
import type { Marker } from "./markers.ts";
import { referencesIn } from "./references.ts";
import type { Reference } from "./references.ts";

/** One sentence of a report and what it cites. */
export type ReportSentence = {
  /** In plain words, without marks of emphasis and without its references. */
  readonly text: string;
  /** Its place in the report; the references right behind it belong to it. */
  readonly start: number;
  readonly end: number;
  readonly markers: readonly Marker[];
  readonly kind: Block["kind"];
};

export type ParsedReport = {
  readonly sentences: readonly ReportSentence[];
  readonly references: ReadonlyMap<string, Reference>;
  /** Where lists of sources stand. */
  readonly lists: readonly { readonly start: number; readonly end: number }[];
};

/** Longer reports are not looked at behind this: nobody reads them either. */
export const MOST_REPORT_CHARS = 2_000_000;

/** Reads a report as people and agents write them: numbers, footnotes or links (RES-7). Total and linear. */
export function parseReport(markdown: string): ParsedReport {
  const text = markdown.slice(0, MOST_REPORT_CHARS).replace(/^\uFEFF/, " ");
  const { references, spans } = referencesIn(text);
  const front = frontMatterEnd(text);
  const found: ReportSentence[] = [];
  let next = 0;
  for (const block of blocksOf(text)) {
    while (next < spans.length && (spans[next]?.end ?? 0) < block.start) next++;
    const isListed = (spans[next]?.start ?? Infinity) <= block.end;
    if (block.kind === "code" || block.kind === "heading") continue;
    if (!isListed && block.end > front) found.push(...sentencesOf(text, block));
  }
  return { sentences: found, references, lists: spans };
}

function frontMatterEnd(text: string): number {
  const match = /^---\r?\n[\s\S]{0,20000}?\r?\n---\r?\n/.exec(text);
  return match === null ? 0 : match[0].length;
}

function sentencesOf(text: string, block: Block): readonly ReportSentence[] {
  const raw = text.slice(block.start, block.end);
  const markers = markersIn(raw);
  const masked = plainText(raw, markers, block.kind);
  const spans = partsOf(masked, block.kind);
  let next = 0;
  return spans.map(({ start, end, text: words }, at) => {
    const until = spans[at + 1]?.start ?? raw.length;
    const from = next;
    while (next < markers.length && (markers[next]?.start ?? 0) < until) next++;
    const own = markers.slice(from, next);
    const last = own.at(-1)?.end ?? end;
    return {
      text: words
        .replaceAll(/\s+/g, " ")
        .replaceAll(/ (?=[.,;:!?)](?:\s|$))/g, "")
        .trim(),
      start: block.start + start,
      end: block.start + Math.max(end, last),
      markers: own.map((marker) => ({
        ...marker,
        start: block.start + marker.start,
        end: block.start + marker.end,
      })),
      kind: block.kind,
    };
  });
}

/** The row of a table is one statement; elsewhere sentences are. */
function partsOf(masked: string, kind: Block["kind"]): ReturnType<typeof sentences> {
  if (kind !== "table") return sentences(masked);
  const row = masked.trim();
  if (row === "" || /^[\s:|-]*$/.test(row)) return [];
  const start = masked.indexOf(row);
  return [{ text: row, start, end: start + row.length }];
}

/** The block as people read it, each character at its place: what is only a mark becomes a space. */
function plainText(raw: string, markers: readonly Marker[], kind: Block["kind"]): string {
  const units = raw.split("");
  const blank = (start: number, end: number): void => void units.fill(" ", start, end);
  for (const { start, end, kind: how } of markers) {
    const words =
      how === "link"
        ? /^\[((?:\[[^\]\n]*\]|[^[\]\n])*)\]/.exec(raw.slice(start, end))?.[1]
        : undefined;
    if (words === undefined || /^[\s\d^†[\]]*$/.test(words)) blank(start, end);
    else {
      // The words of a link are words of the sentence.
      blank(start, start + 1);
      blank(start + 1 + words.length, end);
    }
  }
  for (const match of raw.matchAll(/^\s*(?:[-*+•]|\d{1,4}[.)])\s|^ {0,3}>+|\*\*|__|~~|`/gm)) {
    blank(match.index, match.index + match[0].length);
  }
  const text = units.join("");
  return kind === "table" ? text.replaceAll("|", " ") : text;
}
