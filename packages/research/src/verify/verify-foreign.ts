import type { Citation } from "@squire/protocol";
import { findQuote } from "@squire/ranking";
import { unbackedValues } from "../evidence/check-values.ts";
import { quotationsIn } from "../report/check-sentence.ts";
import { parseReport } from "../report/parse-report.ts";
import type { ParsedReport, ReportSentence } from "../report/parse-report.ts";
import { verdictOf } from "./verdict.ts";
import type { CheckedCitation, CheckedClaim, Verdict } from "./verdict.ts";
import type { FindText, KeptText } from "./verify-report.ts";

type Cited = { readonly url: string; readonly n: number; readonly kept: KeptText | null };

/**
 * Checks a report that somebody else wrote, as far as its sources are at hand: it has no quotes of its own, so each
 * sentence is compared with the whole text it cites.
 */
export async function verifyForeign(markdown: string, find: FindText): Promise<Verdict> {
  const parsed = parseReport(markdown);
  const urls = [...new Set(parsed.sentences.flatMap((sentence) => urlsOf(sentence, parsed)))];
  const cited: Cited[] = [];
  for (const [at, url] of urls.entries()) {
    const n = at + 1;
    cited.push({ url, n, kept: await find(asked(url, n)) });
  }
  const claims = parsed.sentences
    .filter(({ markers }) => markers.length > 0)
    .map((sentence) => claimOf(sentence, parsed, cited));
  return verdictOf(cited.map(citationOf), claims);
}

function asked(url: string, n: number): Citation {
  return { n, quote: "", source: url, start: null, end: null, status: "unreachable" };
}

function urlsOf({ markers }: ReportSentence, { references }: ParsedReport): readonly string[] {
  return markers.flatMap(({ kind, labels }) =>
    kind === "link" ? labels : labels.flatMap((label) => references.get(label)?.url ?? []),
  );
}

function citationOf({ url, n, kept }: Cited): CheckedCitation {
  const about = { n, source: url, quote: "", start: null, end: null };
  return kept === null
    ? { ...about, status: "unreachable", problem: "its text is not kept here" }
    : { ...about, status: "verified", problem: null };
}

function claimOf(
  sentence: ReportSentence,
  parsed: ParsedReport,
  all: readonly Cited[],
): CheckedClaim {
  const urls = urlsOf(sentence, parsed);
  const own = all.filter(({ url }) => urls.includes(url));
  const texts = own.flatMap(({ kept }) => (kept === null ? [] : [kept.text]));
  const about = { text: sentence.text, cites: own.map(({ n }) => n) };
  if (own.length === 0) {
    return {
      ...about,
      unbacked: [],
      problem: "what it cites is not among the sources of the report",
    };
  }
  if (texts.length < own.length) return { ...about, unbacked: [], problem: null };
  const missing = quotationsIn(sentence.text).find((quoted) =>
    texts.every((text) => findQuote(text, quoted) === null),
  );
  const unbacked = unbackedValues(sentence.text, { quotes: texts, titles: urls });
  return { ...about, unbacked, problem: problemOf(missing, unbacked) };
}

function problemOf(missing: string | undefined, unbacked: readonly string[]): string | null {
  if (missing !== undefined) return `“${missing}” is not in the source`;
  return unbacked.length === 0 ? null : `${unbacked.join(", ")} is not in the source`;
}
