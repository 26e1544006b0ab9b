import type { Citation, Report } from "@squire/protocol";
import { escapeHtml, inertPage, safeUrl } from "@squire/session/exchange";
import { supportText } from "../independence.ts";
import { MARK } from "../settle-report.ts";
import { writeBundle } from "../../verify/bundle.ts";
import type { Bundle } from "../../verify/bundle.ts";
import { markdownHtml } from "./markdown-html.ts";
import { STYLE } from "./style.ts";

/** The name under which a page holds its report for `squire verify`. */
export const DATA_NAME = "squire-report";

/**
 * A report as one page: no script, nothing loaded, every text escaped, evidence behind each number (EXP-3, EXP-5).
 * The report itself is in it as data, so that the page can be checked.
 */
export function renderHtml(bundle: Bundle): string {
  const { report } = bundle;
  const title = oneLine(report.question) || "Report";
  const body = [
    `<header><h1>${escapeHtml(title)}</h1><p class="meta">${escapeHtml(factsOf(bundle))}</p></header>`,
    partialBox(report),
    `<main>\n${bodyHtml(report)}\n</main>`,
    supportSection(report),
    conflictSection(report),
    removedSection(report),
    sourceSection(report),
    `<footer class="meta">${escapeHtml(FOOTER)}</footer>`,
  ];
  return inertPage({ title, style: STYLE, meta: { [DATA_NAME]: dataOf(bundle) }, body });
}

/** In plain ASCII, so that nothing of it is taken for a mark and lost. */
function dataOf(bundle: Bundle): string {
  return writeBundle(bundle)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const FOOTER =
  "Every number leads to a quote in a stored source. squire verify checks this page again without a model.";

function factsOf({ createdAt, report: { searches, citations } }: Bundle): string {
  const sources = new Set(citations.map(({ source }) => source)).size;
  const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
  return [
    createdAt.slice(0, 10),
    count(searches, "search", "searches"),
    count(citations.length, "quote", "quotes"),
    `from ${count(sources, "source", "sources")}`,
  ].join(" · ");
}

function partialBox({ partial }: Report): string {
  if (partial === null) return "";
  return `<p class="partial"><b>Partial report.</b> ${escapeHtml(partial)}</p>`;
}

function bodyHtml({ body, citations }: Report): string {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  return markdownHtml(body, (html) =>
    html
      .replaceAll(/\[(\d{1,4})\]/g, (text, digits: string) => {
        const citation = byNumber.get(Number(digits));
        return citation === undefined ? text : cite(citation);
      })
      .replaceAll(
        new RegExp(`\\(${MARK}[^()]*\\)`, "gu"),
        (text) => `<mark>${text.slice(1, -1)}</mark>`,
      ),
  );
}

/** The number and, for whoever points at it, what stands behind it. */
function cite({ n, quote, source, title = "", status }: Citation): string {
  const name = title === "" ? source : title;
  return [
    `<span class="cite"><a href="#s${n}">${n}</a>`,
    `<span class="pop" role="note"><q>${escapeHtml(oneLine(quote))}</q>`,
    `${escapeHtml(name)} · <span class="state ${status}">${status}</span></span></span>`,
  ].join("");
}

function supportSection({ claims }: Report): string {
  const confirmed = claims.filter(({ independent }) => independent >= 2);
  if (claims.length === 0) return "";
  const single = claims.length - confirmed.length;
  const items = confirmed.map(
    ({ text, independent, cites }) =>
      `<li>${escapeHtml(supportText(independent))}: ${escapeHtml(text)} ${numbers(cites)}</li>`,
  );
  const rest =
    single === 0 ? [] : [`<li>single source: ${single} of ${claims.length} statements</li>`];
  return section("Support", `<ul>${[...items, ...rest].join("\n")}</ul>`);
}

function conflictSection({ conflicts }: Report): string {
  if (conflicts.length === 0) return "";
  const items = conflicts.map(
    ({ one, other }) => `<li>${escapeHtml(one)} — but: ${escapeHtml(other)}</li>`,
  );
  return section("Conflicts", `<ul>${items.join("\n")}</ul>`);
}

function removedSection({ removed }: Report): string {
  if (removed.length === 0) return "";
  const items = removed.map(
    ({ text, why }) => `<li><del>${escapeHtml(text)}</del> (${escapeHtml(why)})</li>`,
  );
  return section("Left out", `<ul>${items.join("\n")}</ul>`);
}

function sourceSection({ citations }: Report): string {
  if (citations.length === 0) return "";
  return section("Sources", `<ol class="sources">${citations.map(sourceItem).join("\n")}</ol>`);
}

function sourceItem(citation: Citation): string {
  const { n, quote, source, title = "", status, line } = citation;
  const url = safeUrl(source);
  const place = line === undefined ? source : `${source}:${line}`;
  const name = escapeHtml(title === "" ? place : title);
  const link =
    url === null || !/^https?:/.test(url)
      ? `${name}${title === "" ? "" : ` · ${escapeHtml(place)}`}`
      : `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${name}</a>`;
  return [
    `<li id="s${n}" value="${n}"><q>${escapeHtml(oneLine(quote))}</q>`,
    `<p class="meta">${link} · <span class="state ${status}">${status}</span></p>`,
    `<details><summary>Evidence</summary>${evidence(citation)}</details></li>`,
  ].join("\n");
}

function evidence({ source, claim, sha256, fetchedAt, start, end }: Citation): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Noted as", claim],
    ["Source", source],
    ["Characters", start === null ? undefined : `${start}–${end}`],
    [
      /^https?:/.test(source) ? "Fetched" : "As of",
      fetchedAt === undefined ? undefined : new Date(fetchedAt).toISOString(),
    ],
    ["SHA-256", sha256],
  ];
  return facts
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`<p class="meta">${name}: ${escapeHtml(value)}</p>`],
    )
    .join("");
}

function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>\n${body}\n</section>`;
}

function numbers(cites: readonly number[]): string {
  return cites.map((n) => `<a href="#s${n}">[${n}]</a>`).join("");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
