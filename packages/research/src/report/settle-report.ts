import type { Report, ReportClaim } from "@squire/protocol";
import type { EvidenceNote } from "../evidence/note.ts";
import { sourceId } from "../sources/source-book.ts";
import { checkSentence } from "./check-sentence.ts";
import type { CheckedSentence } from "./check-sentence.ts";
import type { Flaw } from "./flaw.ts";
import { independentSources } from "./independence.ts";
import { parseReport } from "./parse-report.ts";
import type { ParsedReport } from "./parse-report.ts";

/** A report as it can be shown: what did not stand up is gone or marked. */
export type SettledReport = {
  /** The body, with new numbers in the order they come up; lists of sources are taken out. */
  readonly markdown: string;
  readonly claims: readonly ReportClaim[];
  /** What it cites; the first is [1]. */
  readonly cited: readonly EvidenceNote[];
  readonly removed: Report["removed"];
};

/** Begins every mark that a check leaves in a report. */
export const MARK = "⚠";

const MARKS = {
  values: (values: string) => `(${MARK} not in the quote: ${values})`,
  uncited: () => `(${MARK} no source)`,
} as const;

/** Every mark as it stands in a settled report, by what it owns up to. */
const MARKED = new RegExp(
  String.raw`(?<values>\(${MARK} not in the quote: “[^”\n]*”(?:, “[^”\n]*”)*\))|(?<uncited>\(${MARK} no source\))`,
  "gu",
);

/** The body with spaces where the marks stand, and where they stand: they are no words of the report. */
export function withoutMarks(body: string): {
  readonly text: string;
  /** Whether the report itself says, behind this place, that something of this kind is wrong. */
  readonly ownsUp: (end: number, kind: Flaw["kind"]) => boolean;
} {
  const marks = [...body.matchAll(MARKED)].map((match) => ({
    start: match.index,
    kind: match.groups?.["values"] === undefined ? "uncited" : "values",
  }));
  return {
    text: body.replaceAll(MARKED, (mark) => " ".repeat(mark.length)),
    ownsUp: (end, kind) =>
      marks.some(
        (mark) =>
          mark.kind === kind && mark.start >= end && body.slice(end, mark.start).trim() === "",
      ),
  };
}

/** What is wrong with a draft. Empty when every sentence stands up. */
export function flawsIn(draft: string, notes: readonly EvidenceNote[]): readonly Flaw[] {
  return checked(draft, parseReport(draft), notes).flatMap(({ flaws }) => flaws);
}

/** Takes out what cites nothing that is there, marks what is not backed, and numbers the rest anew (RES-8). */
export function settleReport(draft: string, notes: readonly EvidenceNote[]): SettledReport {
  const parsed = parseReport(draft);
  const sentences = checked(draft, parsed, notes);
  const fallen = new Set(sentences.filter(isFallen));
  const kept = sentences.filter((sentence) => !fallen.has(sentence));
  const cited = [...new Set(kept.flatMap((sentence) => sentence.notes))];
  const edits = [
    ...parsed.lists.map(({ start, end }) => ({ start, end, text: "" })),
    ...[...fallen].map(({ sentence: { start, end } }) => ({ start, end, text: "" })),
    ...kept.flatMap((sentence) => renumbered(sentence, cited)),
    ...kept.flatMap(marked),
  ];
  return {
    markdown: tidy(applied(draft, edits)),
    claims: kept.filter((sentence) => sentence.notes.length > 0).map((one) => claimOf(one, cited)),
    cited,
    removed: [...fallen].map(({ sentence: { text }, flaws }) => ({
      text,
      why: flaws.find(isFatal)?.why ?? "",
    })),
  };
}

function checked(
  draft: string,
  parsed: ParsedReport,
  notes: readonly EvidenceNote[],
): readonly CheckedSentence[] {
  return parsed.sentences
    .filter((sentence) => !isTableHead(draft, sentence.end))
    .map((sentence) => checkSentence(sentence, notes));
}

function isTableHead(draft: string, end: number): boolean {
  return /^[^\n]*\n\s*\|?[\s:|-]*-{3}[\s:|-]*(?:\n|$)/.test(draft.slice(end, end + 500));
}

function isFatal({ kind }: Flaw): boolean {
  return kind === "unknown" || kind === "quote";
}

/** Nothing that it cites is there, or its quotation is made up. */
function isFallen({ notes, flaws }: CheckedSentence): boolean {
  const kinds = new Set(flaws.map(({ kind }) => kind));
  return kinds.has("quote") || (kinds.has("unknown") && notes.length === 0);
}

function claimOf(
  { sentence, notes, unbacked }: CheckedSentence,
  cited: readonly EvidenceNote[],
): ReportClaim {
  return {
    text: sentence.text,
    cites: notes.map((note) => cited.indexOf(note) + 1),
    unbacked,
    independent: independentSources(notes),
  };
}

type Edit = { readonly start: number; readonly end: number; readonly text: string };

function renumbered(
  { sentence: { markers }, notes }: CheckedSentence,
  cited: readonly EvidenceNote[],
): readonly Edit[] {
  return markers.map(({ start, end, kind, labels }) => {
    const wanted = new Set(labels.map(Number));
    const own =
      kind === "link"
        ? notes.filter((note) => isLinked(note, labels))
        : notes.filter(({ n }) => wanted.has(n));
    const numbers = own.map((note) => `[${cited.indexOf(note) + 1}]`).join("");
    // The words of a link stay where they are.
    return kind === "link" ? { start: end, end, text: numbers } : { start, end, text: numbers };
  });
}

function isLinked({ source }: EvidenceNote, labels: readonly string[]): boolean {
  return labels.some((label) => sourceId(label) === source.id);
}

/** Behind the sentence, where a reader comes to it. */
function marked({ sentence: { end }, unbacked, flaws }: CheckedSentence): readonly Edit[] {
  const values = unbacked.map((value) => `“${value}”`).join(", ");
  if (unbacked.length > 0) return [{ start: end, end, text: ` ${MARKS.values(values)}` }];
  return flaws.some(({ kind }) => kind === "uncited")
    ? [{ start: end, end, text: ` ${MARKS.uncited()}` }]
    : [];
}

/** Edits do not overlap: of two at one place the first wins. */
function applied(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: words } of edits.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    if (start < at) continue;
    result += text.slice(at, start) + words;
    at = end;
  }
  return result + text.slice(at);
}

/** Items and headings that nothing is left of, and holes between lines. */
function tidy(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:[-*+•]|\d{1,4}[.)]|>|#{1,6})[ \t]*$/gm, "")
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
