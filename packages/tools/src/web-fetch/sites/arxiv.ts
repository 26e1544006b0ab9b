import { plainHtml } from "../html/plain-html.ts";
import { factLines, joinParts } from "./parts.ts";
import type { SiteSource, SiteText } from "./site-source.ts";

const PAGE = /^\/abs\/(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?\/\d{7}(?:v\d+)?)\/?$/;

/** What a paper says of itself, with its abstract (WEB-7). The paper itself is read as PDF. */
export function arxivSource({ hostname, pathname }: URL): SiteSource | null {
  const id = PAGE.exec(pathname)?.[1];
  if (!/^(?:www\.|export\.)?arxiv\.org$/.test(hostname) || id === undefined) return null;
  return {
    requests: [{ url: `https://export.arxiv.org/api/query?id_list=${id}&max_results=1` }],
    read: ([feed = ""]) => paperText(feed),
  };
}

function paperText(feed: string): SiteText | null {
  const [, entry = ""] = /<entry>([\s\S]*?)<\/entry>/.exec(feed) ?? [];
  const title = textOf(entry, "title");
  const summary = textOf(entry, "summary");
  if (title === "" || title === "Error" || summary === "") return null;
  const authors = [...entry.matchAll(/<author>([\s\S]*?)<\/author>/g)].map(([, author = ""]) =>
    textOf(author, "name"),
  );
  const categories = [...entry.matchAll(/<category\b[^>]*\bterm="([^"]{1,60})"/g)];
  const [, pdf = ""] =
    /<link\b[^>]*\bhref="([^"]{1,200})"[^>]*\btype="application\/pdf"/.exec(entry) ?? [];
  const facts = factLines([
    ["Authors", authors.join(", ")],
    ["Published", textOf(entry, "published")],
    ["Updated", textOf(entry, "updated")],
    ["Categories", [...new Set(categories.map(([, term = ""]) => term))].join(", ")],
    ["Comment", textOf(entry, "arxiv:comment")],
    ["Journal", textOf(entry, "arxiv:journal_ref")],
    ["DOI", textOf(entry, "arxiv:doi")],
    ["PDF", pdf],
  ]);
  return { title, text: joinParts(`# ${title}`, facts, "## Abstract", summary) };
}

function textOf(entry: string, tag: string): string {
  const [, text = ""] = new RegExp(`<${tag}\\b[^>]*>([^<]*)</${tag}>`).exec(entry) ?? [];
  return plainHtml(text).replaceAll(/\s+/g, " ").trim();
}
