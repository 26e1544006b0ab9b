import type { Entry, Report } from "@squire/protocol";
import { verifyReport } from "@squire/research";
import type { Bundle, FindText, Verdict } from "@squire/research";

export type ReportEntry = Entry<"report">;

/** The last report of a branch. */
export function lastReport(branch: readonly Entry[]): ReportEntry | null {
  return branch.findLast((entry): entry is ReportEntry => entry.type === "report") ?? null;
}

export type BundleWish = {
  readonly sessionId: string | null;
  readonly find: FindText;
  readonly redact: (text: string) => string;
  /** Whether the texts of the sources go along. */
  readonly texts: boolean;
};

export type Bundled = { readonly bundle: Bundle; readonly verdict: Verdict };

/** A report to be taken elsewhere, checked once more: what is not as it was is told (EXP-5). */
export async function bundleReport(entry: ReportEntry, wish: BundleWish): Promise<Bundled> {
  const verdict = await verifyReport(entry, wish.find);
  const report = reportOf(entry, verdict);
  const sources = new Map<string, Bundle["sources"][number]>();
  for (const citation of report.citations) {
    const { sha256 = "", source: place, title = "", fetchedAt = 0 } = citation;
    if (sources.has(`${sha256} ${place}`)) continue;
    const text = wish.texts ? ((await wish.find(citation))?.text ?? undefined) : undefined;
    sources.set(`${sha256} ${place}`, {
      place,
      title,
      sha256,
      fetchedAt: new Date(fetchedAt).toISOString(),
      ...(text === undefined ? {} : { text }),
    });
  }
  const bundle: Bundle = {
    format: "squire.report",
    version: 1,
    createdAt: new Date(entry.ts).toISOString(),
    sessionId: wish.sessionId,
    report: redacted(report, wish.redact),
    sources: [...sources.values()],
  };
  return { bundle, verdict };
}

/** The report with the states that its citations have now. */
function reportOf(entry: ReportEntry, { citations }: Verdict): Report {
  const { question, answer, body, claims, conflicts, removed, partial, searches } = entry;
  const states = new Map(
    citations.map(({ n, status, problem }) => [
      n,
      problem === null || status === "unreachable" ? status : "missing",
    ]),
  );
  return {
    question,
    answer,
    body,
    claims,
    conflicts,
    removed,
    partial,
    searches,
    citations: entry.citations.map((citation) => ({
      ...citation,
      status: states.get(citation.n) ?? citation.status,
    })),
  };
}

/** What the user or the model wrote; quotes are of texts that were kept without secrets (EXP-4). */
function redacted(report: Report, redact: (text: string) => string): Report {
  return {
    ...report,
    question: redact(report.question),
    answer: redact(report.answer),
    body: redact(report.body),
    claims: report.claims.map((claim) => ({ ...claim, text: redact(claim.text) })),
    removed: report.removed.map(({ text, why }) => ({ text: redact(text), why: redact(why) })),
    conflicts: report.conflicts.map(({ one, other }) => ({
      one: redact(one),
      other: redact(other),
    })),
  };
}
