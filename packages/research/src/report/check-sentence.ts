import { findQuote, words } from "@squire/ranking";
import { unbackedValues } from "../evidence/check-values.ts";
import type { EvidenceNote } from "../evidence/note.ts";
import { sourceId } from "../sources/source-book.ts";
import type { Flaw } from "./flaw.ts";
import type { Marker } from "./markers.ts";
import type { ReportSentence } from "./parse-report.ts";

export type CheckedSentence = {
  readonly sentence: ReportSentence;
  /** The notes it cites, each once. */
  readonly notes: readonly EvidenceNote[];
  readonly unbacked: readonly string[];
  readonly flaws: readonly Flaw[];
};

/** Compares a sentence with what it cites, word by word and without a model (RES-8). */
export function checkSentence(
  sentence: ReportSentence,
  all: readonly EvidenceNote[],
): CheckedSentence {
  const { text, markers } = sentence;
  const notes = [...new Set(markers.flatMap((marker) => notesOf(marker, all)))];
  const unknown = markers.filter((marker) => notesOf(marker, all).length === 0);
  const flaws: Flaw[] = [];
  const add = (kind: Flaw["kind"], why: string): void => void flaws.push({ kind, text, why });
  if (unknown.length > 0) {
    const labels = unknown.flatMap(({ labels: named }) => named);
    add(
      "unknown",
      `it cites ${labels.map((label) => `[${label}]`).join(", ")}, and there is no such note`,
    );
  }
  const lost = notes.filter(({ status }) => status === "missing");
  if (lost.length > 0) {
    add(
      "quote",
      `the quote of ${lost.map(({ n }) => `[${n}]`).join(", ")} is not in its source any more`,
    );
  }
  for (const quoted of quotationsIn(text)) {
    const why = whyNotQuoted(quoted, notes, all);
    if (why !== null) add("quote", why);
  }
  const unbacked = notes.length === 0 ? [] : unbackedValues(text, groundsOf(notes));
  if (unbacked.length > 0) {
    add("values", `${unbacked.map((value) => `“${value}”`).join(", ")} is not in what it cites`);
  }
  if (markers.length === 0 && isFactual(sentence)) add("uncited", "it cites nothing");
  return { sentence, notes, unbacked, flaws };
}

export function notesOf(marker: Marker, all: readonly EvidenceNote[]): readonly EvidenceNote[] {
  if (marker.kind !== "link") {
    const numbers = marker.labels.map(Number);
    return all.filter(({ n }) => numbers.includes(n));
  }
  const ids = new Set(marker.labels.map(sourceId));
  return all.filter(({ source }) => ids.has(source.id));
}

function groundsOf(notes: readonly EvidenceNote[]) {
  return {
    quotes: notes.map(({ quote }) => quote),
    titles: notes.flatMap(({ source }) => [source.title, source.place.replaceAll(/[/._-]+/g, " ")]),
  };
}

const QUOTATION = /“([^“”]{1,2000})”|"([^"]{1,2000})"|«([^«»]{1,2000})»|„([^„“”]{1,2000})[“”]/gu;
const FEWEST_WORDS = 4;

/** What a sentence gives as somebody's words. A word or two in quotation marks is a name or a doubt. */
function quotationsIn(text: string): readonly string[] {
  return [...text.matchAll(QUOTATION)]
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").replace(/[,.;:]$/, ""))
    .filter((quoted) => words(quoted).length >= FEWEST_WORDS);
}

function whyNotQuoted(
  quoted: string,
  notes: readonly EvidenceNote[],
  all: readonly EvidenceNote[],
): string | null {
  // Cut out of the middle: each part must stand there.
  const parts = quoted.split(/\s*(?:\[…\]|\[\.\.\.\]|…|\.\.\.)\s*/).filter((part) => part !== "");
  const stands = ({ source }: EvidenceNote): boolean =>
    parts.every((part) => findQuote(source.text, part) !== null);
  if (notes.some(stands)) return null;
  const other = all.find((note) => !notes.includes(note) && stands(note));
  const where = other === undefined ? "" : `; it stands in the source of [${other.n}]`;
  return `its quotation “${quoted}” does not stand in what it cites${where}`;
}

const META =
  /^(?:i |we |no (?:source|evidence|information)|nothing|the notes?|this report|these (?:notes|sources)|in (?:summary|short)|note that|see |sources? (?:disagree|conflict)|it is (?:not clear|unclear|unknown)|unfortunately|not (?:found|known))/i;
const FEWEST_FACTS = 5;

/** Whether a sentence says something about the world that wants a source. */
function isFactual({ text, kind }: ReportSentence): boolean {
  if (/[?:]$/.test(text) || META.test(text)) return false;
  if (kind === "table") return false;
  return words(text).length >= FEWEST_FACTS;
}
