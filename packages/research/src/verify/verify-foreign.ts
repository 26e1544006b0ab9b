import { parseReport } from "../report/parse-report.ts";
import type { ParsedReport, ReportSentence } from "../report/parse-report.ts";
import { verdictOf } from "./verdict.ts";
import type { CheckedCitation, CheckedClaim, Verdict } from "./verdict.ts";

/**
 * Reads a report that somebody else wrote. It says neither which words of a source it rests on nor which text it had
 * before it, so only its form is checked: that whatever it cites is among its sources. No source counts as verified.
 */
export function verifyForeign(markdown: string): Verdict {
  const parsed = parseReport(markdown);
  const urls = [...new Set(parsed.sentences.flatMap((sentence) => urlsOf(sentence, parsed)))];
  const claims = parsed.sentences
    .filter(({ markers }) => markers.length > 0)
    .map((sentence) => claimOf(sentence, urlsOf(sentence, parsed), urls));
  return verdictOf(urls.map(citationOf), claims);
}

function urlsOf({ markers }: ReportSentence, { references }: ParsedReport): readonly string[] {
  return markers.flatMap(({ kind, labels }) =>
    kind === "link" ? labels : labels.flatMap((label) => references.get(label)?.url ?? []),
  );
}

function citationOf(source: string, at: number): CheckedCitation {
  return {
    n: at + 1,
    source,
    quote: "",
    start: null,
    end: null,
    status: "unreachable",
    problem: "the report keeps no quote and no text of it",
  };
}

function claimOf(
  { text }: ReportSentence,
  own: readonly string[],
  all: readonly string[],
): CheckedClaim {
  return {
    text,
    cites: [...new Set(own)].map((url) => all.indexOf(url) + 1),
    unbacked: [],
    problem: own.length > 0 ? null : "what it cites is not among the sources of the report",
  };
}
