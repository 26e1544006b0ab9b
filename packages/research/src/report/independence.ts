import { normaliseQuote, words } from "@squire/ranking";
import type { EvidenceNote } from "../evidence/note.ts";
import { ownerOf } from "../sources/canonical-url.ts";

type Backing = Pick<EvidenceNote, "quote" | "source" | "status">;

/** Words of this many are copied, not found twice. */
const COPIED_WORDS = 12;

/**
 * How many of these have nothing to do with each other: different owners, and not the same long words, which one of
 * them then has from the other (RES-9).
 */
export function independentSources(notes: readonly Backing[]): number {
  const owners = new Set<string>();
  const copies = new Set<string>();
  for (const { quote, source, status } of notes) {
    if (status !== "verified" && status !== "near") continue;
    const owner = ownerOf(source.place) ?? source.id;
    if (owners.has(owner)) continue;
    const said = normaliseQuote(quote).text.toLowerCase();
    if (copies.has(said)) continue;
    if (words(quote).length >= COPIED_WORDS) copies.add(said);
    owners.add(owner);
  }
  return owners.size;
}

export function supportText(independent: number): string {
  return independent >= 2 ? `confirmed by ${independent} independent sources` : "single source";
}
