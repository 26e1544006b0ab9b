import type { CitationStatus } from "@squire/protocol";

/** One citation of a report, checked again. */
export type CheckedCitation = {
  readonly n: number;
  readonly source: string;
  readonly quote: string;
  readonly status: CitationStatus;
  readonly start: number | null;
  readonly end: number | null;
  /** What is wrong, in words; null when nothing is. */
  readonly problem: string | null;
  /** How it is with the file today, where that is not what was kept. */
  readonly now?: string;
};

/** One sentence of a report, compared again with what it cites. */
export type CheckedClaim = {
  readonly text: string;
  readonly cites: readonly number[];
  readonly unbacked: readonly string[];
  /** Null also where the report itself says what is wrong. */
  readonly problem: string | null;
};

/** What checking a report again has shown. No model was asked. */
export type Verdict = {
  readonly ok: boolean;
  readonly citations: readonly CheckedCitation[];
  readonly claims: readonly CheckedClaim[];
  readonly counts: Readonly<Record<CitationStatus, number>>;
};

export function verdictOf(
  citations: readonly CheckedCitation[],
  claims: readonly CheckedClaim[],
): Verdict {
  const count = (status: CitationStatus): number =>
    citations.filter((citation) => citation.status === status).length;
  return {
    ok: [...citations, ...claims].every(({ problem }) => problem === null),
    citations,
    claims,
    counts: {
      verified: count("verified"),
      near: count("near"),
      missing: count("missing"),
      unreachable: count("unreachable"),
    },
  };
}
