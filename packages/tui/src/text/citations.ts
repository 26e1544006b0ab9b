import type { Citation, CitationStatus } from "@squire/protocol";
import { inertLine, safeLink } from "./inert.ts";
import { span, type Line, type Span } from "./span.ts";
import { wrapLine } from "./wrap.ts";

const MARKS: Readonly<Record<CitationStatus, string>> = {
  verified: "✓",
  near: "≈",
  missing: "✗",
  unreachable: "?",
};

/** The mark of a citation: `✓1` stands in its source, `≈1` nearly, `✗1` does not (struck through). */
export function citationMark({ n, status, source }: Citation): Span {
  const link = safeLink(source);
  const tone = status === "verified" ? "ok" : status === "missing" ? "danger" : "caution";
  return {
    text: `${MARKS[status]}${n}`,
    tone,
    ...(status === "missing" ? { strike: true } : {}),
    ...(link === null ? {} : { link }),
  };
}

/** The sources below an answer, one row each, with the quote when it is opened. */
export function citationLines(
  citations: readonly Citation[],
  width: number,
  opened: boolean,
): readonly Line[] {
  return citations.flatMap((citation) => {
    const where = inertLine(citation.title ?? citation.source);
    const at = citation.line === undefined ? "" : `:${citation.line}`;
    const head = [citationMark(citation), span(` ${where}${at}`, "dim")];
    const rest = [span("   ")];
    const rows = wrapLine(head, { width, rest });
    if (!opened) return rows;
    const quote = [span(`“${inertLine(citation.quote)}”`, "quote")];
    return [...rows, ...wrapLine(quote, { width, first: rest, rest })];
  });
}
