import type { Citation, Report } from "@squire/protocol";
import { inertMarkdown } from "@squire/session/exchange";
import { supportText } from "./independence.ts";

export type RenderOptions = {
  /**
   * For a file of its own: the whole hash of each source and when it was fetched, so that it can be checked (EXP-5),
   * and nothing in it that acts when it is shown.
   */
  readonly appendix?: boolean;
};

const SHORT_CLAIM = 120;

/** The report as it is read: the answer first, then how it is backed, then the sources (RES-7). */
export function renderMarkdown(report: Report, options: RenderOptions = {}): string {
  const { body, partial, claims, citations } = report;
  const parts = [
    partial === null ? "" : `> **Partial report.** ${partial}`,
    body,
    conflictText(report),
    claims.length === 0 ? "" : `## Support\n\n${supportList(report)}`,
    removedText(report),
    citations.length === 0
      ? ""
      : `## Sources\n\n${citations.map((one) => sourceText(one, options)).join("\n")}`,
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return options.appendix === true ? inertMarkdown(text) : text;
}

function supportList({ claims }: Report): string {
  const confirmed = claims.filter(({ independent }) => independent >= 2);
  const single = claims.filter(({ independent }) => independent < 2);
  const alone = [...new Set(single.flatMap(({ cites }) => cites))].sort((a, b) => a - b);
  const doubtful = claims.filter(({ unbacked }) => unbacked.length > 0).length;
  return [
    ...confirmed.map(
      ({ text, cites, independent }) =>
        `- ${supportText(independent)}: ${short(text)} ${numbers(cites)}`,
    ),
    ...(alone.length === 0 ? [] : [`- single source: ${numbers(alone)}`]),
    ...(doubtful === 0
      ? []
      : [
          `- marked: ${doubtful === 1 ? "one sentence says" : `${doubtful} sentences say`} more than the quote behind it`,
        ]),
  ].join("\n");
}

function conflictText({ conflicts, body }: Report): string {
  const lines = conflicts.map(({ one, other }) => `- ${inline(one)} — but: ${inline(other)}`);
  if (lines.length === 0 || /^#{1,6}.*(?:conflict|disagree|contradict)/im.test(body)) return "";
  return `## Conflicts\n\n${lines.join("\n")}`;
}

function removedText({ removed }: Report): string {
  if (removed.length === 0) return "";
  const lines = removed.map(({ text, why }) => `- ~~${inline(text)}~~ (${inline(why)})`);
  return `## Left out\n\n${lines.join("\n")}`;
}

function sourceText(citation: Citation, { appendix = false }: RenderOptions): string {
  const { n, quote, source, title, line, status, sha256 = "", fetchedAt } = citation;
  const place = line === undefined ? source : `${source}:${line}`;
  const shown = /^https?:/.test(source)
    ? `[${inline(title ?? source).replaceAll(/[[\]]/g, "")}](${source.replaceAll(/[()\s]/g, encodeURIComponent)})`
    : `${title === undefined || title === source ? "" : `${inline(title)}, `}\`${place.replaceAll("`", "")}\``;
  const facts = [
    ...(appendix && fetchedAt !== undefined
      ? [`${/^https?:/.test(source) ? "fetched" : "as of"} ${new Date(fetchedAt).toISOString()}`]
      : []),
    ...(sha256 === "" ? [] : [`sha256 ${appendix ? sha256 : sha256.slice(0, 12)}`]),
    status,
  ];
  return `${n}. “${inline(quote)}” — ${shown} · ${facts.join(" · ")}`;
}

function numbers(cites: readonly number[]): string {
  return cites.map((n) => `[${n}]`).join("");
}

function short(text: string): string {
  const line = inline(text);
  return line.length <= SHORT_CLAIM ? line : `${line.slice(0, SHORT_CLAIM - 1)}…`;
}

function inline(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
