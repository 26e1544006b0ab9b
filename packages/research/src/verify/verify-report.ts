import type { Citation, Report } from "@squire/protocol";
import { checkQuote } from "../evidence/check-quote.ts";
import type { EvidenceNote } from "../evidence/note.ts";
import { checkSentence } from "../report/check-sentence.ts";
import { parseReport } from "../report/parse-report.ts";
import type { Flaw } from "../report/flaw.ts";
import { withoutMarks } from "../report/settle-report.ts";
import { sourceId } from "../sources/source-book.ts";
import { verdictOf } from "./verdict.ts";
import type { CheckedCitation, CheckedClaim, Verdict } from "./verdict.ts";

/** The text a citation was taken from, as it is kept now. */
export type KeptText = {
  readonly text: string;
  /** SHA-256 of these very bytes. */
  readonly sha256: string;
};

/** Null: it is not there any more. */
export type FindText = (citation: Citation) => Promise<KeptText | null>;

/** Checks every quote against the stored source and every sentence against its quotes (RES-8). */
export async function verifyReport(
  { body, citations }: Pick<Report, "body" | "citations">,
  find: FindText,
): Promise<Verdict> {
  const notes: EvidenceNote[] = [];
  const checked: CheckedCitation[] = [];
  for (const citation of citations) {
    const kept = await find(citation);
    checked.push(checkCitation(citation, kept));
    notes.push(noteOf(citation, kept));
  }
  return verdictOf(checked, checkBody(body, notes));
}

function checkCitation(citation: Citation, kept: KeptText | null): CheckedCitation {
  const { n, source, quote, sha256 } = citation;
  const found = checkQuote(kept?.text ?? null, quote);
  const about = { n, source, quote, ...found };
  if (kept === null) return { ...about, problem: "the stored source is not there" };
  if (sha256 !== undefined && kept.sha256 !== sha256) {
    return { ...about, problem: "the stored source was changed: its hash is another" };
  }
  if (found.status === "missing") return { ...about, problem: "the quote is not in the source" };
  if (found.status === "near" && citation.status === "verified") {
    return { ...about, problem: "the quote is not word for word what stands in the source" };
  }
  return { ...about, problem: placeProblem(citation, found) };
}

function placeProblem(
  { start, end }: Citation,
  found: { readonly start: number | null; readonly end: number | null },
): string | null {
  if (start === null || (start === found.start && end === found.end)) return null;
  return `the quote stands at ${found.start}–${found.end}, not at ${start}–${end}`;
}

/** A citation as the note it was made from; without a text only its quote counts. */
function noteOf(citation: Citation, kept: KeptText | null): EvidenceNote {
  const { n, claim = "", quote, start, end, status, source: place } = citation;
  const { title = "", sha256 = "", artifactId = null, fetchedAt = 0 } = citation;
  const text = kept?.text ?? quote;
  const source = {
    id: sourceId(place),
    kind: "web",
    place,
    title,
    text,
    sha256,
    artifactId,
    fetchedAt,
  } as const;
  return { n, claim, quote, start, end, status, source };
}

/** Sentences whose flaw the report itself shows are no surprise; all others are. */
function checkBody(body: string, notes: readonly EvidenceNote[]): readonly CheckedClaim[] {
  const { text, ownsUp } = withoutMarks(body);
  return parseReport(text)
    .sentences.map((sentence) => checkSentence(sentence, notes))
    .filter(({ sentence, flaws }) => sentence.markers.length > 0 || flaws.some(isUncited))
    .map(({ sentence, notes: cited, unbacked, flaws }) => {
      const left = flaws.filter(({ kind }) => !ownsUp(sentence.end, kind));
      return {
        text: sentence.text,
        cites: cited.map(({ n }) => n),
        unbacked,
        problem: left[0]?.why ?? null,
      };
    });
}

function isUncited({ kind }: Flaw): boolean {
  return kind === "uncited";
}
