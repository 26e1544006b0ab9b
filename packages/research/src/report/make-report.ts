import type { Report } from "@squire/protocol";
import type { EvidenceNote } from "../evidence/note.ts";
import { conflictsIn } from "./conflicts.ts";
import { answerOf, citationOf } from "./citation-of.ts";
import { settleReport } from "./settle-report.ts";

export type ReportInput = {
  readonly question: string;
  readonly draft: string;
  readonly notes: readonly EvidenceNote[];
  readonly searches: number;
  readonly partial: string | null;
};

/** A draft, checked against its notes. Pure: the same draft and notes give the same report. */
export function makeReport({ question, draft, notes, searches, partial }: ReportInput): Report {
  const { markdown, claims, cited, removed } = settleReport(draft, notes);
  return {
    question,
    answer: answerOf(markdown),
    body: markdown,
    claims,
    citations: cited.map((note, at) => citationOf(note, at + 1)),
    conflicts: conflictsIn(notes).map(({ one, other }) => ({
      one: claimWith(one, cited),
      other: claimWith(other, cited),
    })),
    removed,
    partial,
    searches,
  };
}

function claimWith(note: EvidenceNote, cited: readonly EvidenceNote[]): string {
  const n = cited.indexOf(note) + 1;
  return n === 0 ? `${note.claim} (${note.source.place})` : `${note.claim} [${n}]`;
}

/** The notes themselves, where nobody could write them up. */
export function draftFromNotes(notes: readonly EvidenceNote[]): string {
  const [first, ...rest] = notes.map(quoted);
  if (first === undefined) return NOTHING;
  const also = rest.map((line) => `- ${line}`).join("\n");
  return [`In the words of the sources: ${first}`, ...(also === "" ? [] : [also])].join("\n\n");
}

export const NOTHING = "I found nothing that answers this.";

function quoted({ n, quote }: EvidenceNote): string {
  return `“${quote.replaceAll(/\s+/g, " ").replaceAll(/["“”„«»]/g, "'")}” [${n}]`;
}
