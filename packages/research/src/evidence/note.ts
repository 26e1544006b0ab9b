import type { CitationStatus } from "@squire/protocol";
import type { StoredSource } from "../sources/source.ts";

/** What somebody found: a claim, the words that back it, and where they stand (RES-15). */
export type EvidenceNote = {
  /** From 1, in the order they were made. */
  readonly n: number;
  readonly claim: string;
  /** As it stands in the source. */
  readonly quote: string;
  readonly source: StoredSource;
  readonly start: number | null;
  readonly end: number | null;
  readonly status: CitationStatus;
};
