import type { Citation, CitationStatus, Report } from "@squire/protocol";

/** `1. “quote” — [title](url) · fetched … · sha256 … · verified`, as the appendix of a report has it (EXP-5). */
const ENTRY =
  /^(\d{1,4})\. “(.*)” — (?:\[([^\]]*)\]\(([^)\s]+)\)|(?:(.*), )?`([^`]+)`) · (?:(?:fetched|as of) (\S+) · )?(?:sha256 ([0-9a-f]{12,64}) · )?(verified|near|missing|unreachable)$/;
const OWN = /^## Sources$/m;
const SECTIONS = /^## (?:Conflicts|Support|Left out|Sources)$/m;

/** A report that Squire wrote as Markdown, read back; null when it is none, or says too little to be checked. */
export function readMarkdownReport(written: string): Pick<Report, "body" | "citations"> | null {
  // As it was before it was made inert.
  const markdown = written.replaceAll("&lt;", "<").replaceAll("\\![", "![");
  const at = OWN.exec(markdown)?.index;
  if (at === undefined) return null;
  const citations: Citation[] = [];
  for (const line of markdown.slice(at).split(/\r?\n/)) {
    const match = ENTRY.exec(line.trim());
    if (match !== null) citations.push(citationFrom(match));
  }
  if (citations.length === 0) return null;
  const end = SECTIONS.exec(markdown)?.index ?? at;
  return { body: bodyOf(markdown.slice(0, end)), citations };
}

function bodyOf(text: string): string {
  return text
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "")
    .replace(/^> \*\*Partial report\.\*\*.*$/m, "")
    .trim();
}

function citationFrom(match: RegExpExecArray): Citation {
  const [, n, quote = "", linkTitle, url, fileTitle, file, fetched, sha256, status] = match;
  const place = url === undefined ? placeOf(file ?? "") : { source: decoded(url) };
  const title = linkTitle ?? fileTitle;
  const at = fetched === undefined ? Number.NaN : Date.parse(fetched);
  return {
    n: Number(n),
    quote,
    ...place,
    // The text does not say where: the quote is looked for.
    start: null,
    end: null,
    status: statusOf(status ?? ""),
    ...(title === undefined ? {} : { title }),
    ...(sha256?.length === 64 ? { sha256 } : {}),
    ...(Number.isNaN(at) ? {} : { fetchedAt: at }),
  };
}

function placeOf(file: string): { readonly source: string; readonly line?: number } {
  const [, path, line] = /^(.*?)(?::(\d+))?$/.exec(file) ?? [];
  return { source: path ?? file, ...(line === undefined ? {} : { line: Number(line) }) };
}

function decoded(url: string): string {
  return url.replaceAll(/%2[89]/gi, (code) => (code.endsWith("8") ? "(" : ")"));
}

function statusOf(text: string): CitationStatus {
  return text === "verified" || text === "near" || text === "missing" ? text : "unreachable";
}
