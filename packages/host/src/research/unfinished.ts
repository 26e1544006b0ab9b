import { checkQuote } from "@squire/research";
import type { EvidenceNote } from "@squire/research";
import type { Entry } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";

/** Research that was stopped before its report was written (RES-14). */
export type Unfinished = { readonly question: string; readonly notes: readonly EvidenceNote[] };

/** The notes of a branch that no report has used, with the texts they were taken from; null: there are none. */
export async function unfinishedResearch(
  branch: readonly Entry[],
  textOf: (artifactId: string) => Promise<string | null>,
): Promise<Unfinished | null> {
  const from = branch.findLastIndex(({ type }) => type === "report") + 1;
  const open = branch.slice(from);
  const entries = open.filter(
    (entry): entry is Entry<"citation"> =>
      entry.type === "citation" && entry.n === undefined && entry.claim !== undefined,
  );
  const texts = new Map<string, string | null>();
  const notes: EvidenceNote[] = [];
  for (const entry of entries) {
    const { artifactId = "" } = entry;
    if (!texts.has(artifactId)) texts.set(artifactId, await textOf(artifactId));
    notes.push(noteOf(entry, texts.get(artifactId) ?? null, notes.length + 1));
  }
  return notes.length === 0 ? null : { question: questionOf(open), notes };
}

/** Checked again: what was kept may be gone or changed since. Then only the quote itself is left. */
function noteOf(entry: Entry<"citation">, text: string | null, n: number): EvidenceNote {
  const { quote, source: place, title = "", sha256 = "", artifactId = null, fetchedAt = 0 } = entry;
  const kind = /^https?:/.test(place) ? "web" : place.startsWith("session://") ? "session" : "file";
  return {
    n,
    claim: entry.claim ?? entry.quote,
    quote,
    ...checkQuote(text, quote),
    source: { id: place, kind, place, title, text: text ?? quote, sha256, artifactId, fetchedAt },
  };
}

function questionOf(entries: readonly Entry[]): string {
  const first = entries.find(
    (entry): entry is Entry<"message"> =>
      entry.type === "message" && entry.message.role === "user" && entry.synthetic !== true,
  );
  return first?.message.role === "user" ? textOf(first.message) : "";
}
