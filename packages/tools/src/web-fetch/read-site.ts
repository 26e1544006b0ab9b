import { ToolError } from "@squire/agent";
import { targetOf } from "@squire/safety";
import { cleanText } from "../web/clean-text.ts";
import { decodeText } from "./extract/charset.ts";
import { contentKind } from "./extract/content-kind.ts";
import { loadPage, type LoadContext, type LoadServices } from "./load-page.ts";
import type { Extractor } from "./extract/extractor.ts";
import { arxivSource } from "./sites/arxiv.ts";
import { docsRsSource } from "./sites/docs-rs.ts";
import { githubSource } from "./sites/github.ts";
import { mdnSource } from "./sites/mdn.ts";
import { npmSource } from "./sites/npm.ts";
import { pypiSource } from "./sites/pypi.ts";
import type { SiteKeys, SiteSource } from "./sites/site-source.ts";
import { stackExchangeSource } from "./sites/stack-exchange.ts";
import { wikipediaSource } from "./sites/wikipedia.ts";

export type SitePage = {
  readonly title: string;
  readonly text: string;
  readonly fetchedAt: number;
};

export type SiteServices = LoadServices & {
  readonly extractor: Extractor;
  readonly key: SiteKeys;
};

/** A page from what its site offers to programs; null for any other, and where that fails. */
export async function readSite(
  url: string,
  services: SiteServices,
  context: LoadContext,
): Promise<SitePage | null> {
  const source = sourceFor(url, services.key);
  if (source === null) return null;
  const bodies: string[] = [];
  let fetchedAt = 0;
  for (const { url: place, headers = {} } of source.requests) {
    const page = await tryLoad(place, services, { ...context, headers });
    if (page === null && bodies.length === 0) return null;
    if (page !== null) fetchedAt = page.fetchedAt;
    bodies.push(page?.text ?? "");
  }
  const read = source.read(bodies);
  if (read === null) return null;
  const text = "text" in read ? read.text : await textOfHtml(read.html, url, services, context);
  if (text === null || text.trim() === "") return null;
  return { title: cleanText(read.title), text: cleanText(text), fetchedAt };
}

/** Made where a page is: a site may be as hostile as any other. */
async function textOfHtml(
  html: string,
  url: string,
  { extractor }: SiteServices,
  { signal }: LoadContext,
): Promise<string | null> {
  const bytes = new TextEncoder().encode(`<html><body><main>${html}</main></body></html>`);
  const contentType = "text/html; charset=utf-8";
  const request = { bytes, contentType, url: targetOf(url).url.href, selector: "main" };
  const extract = await extractor.extract(request, signal);
  return extract.type === "failed" ? null : extract.text;
}

const SOURCES: readonly ((page: URL, key: SiteKeys) => SiteSource | null)[] = [
  githubSource,
  npmSource,
  pypiSource,
  arxivSource,
  stackExchangeSource,
  mdnSource,
  docsRsSource,
  wikipediaSource,
];

function sourceFor(url: string, key: SiteKeys): SiteSource | null {
  try {
    const { url: page } = targetOf(url);
    if (page.port !== "") return null;
    for (const source of SOURCES) {
      const found = source(page, key);
      if (found !== null) return found;
    }
    return null;
  } catch {
    // What is wrong with it is told when the page itself is asked for.
    return null;
  }
}

/** Null when it is not there or no text: then the page itself is worth a try. */
async function tryLoad(
  url: string,
  services: LoadServices,
  context: LoadContext,
): Promise<{ readonly text: string; readonly fetchedAt: number } | null> {
  try {
    const { response, fetchedAt } = await loadPage(targetOf(url).url.href, services, context);
    const contentType = response.headers["content-type"] ?? "";
    const kind = contentKind(contentType, response.body);
    const isText = kind === "text" || kind === "json" || kind === "html";
    return isText ? { text: decodeText(response.body, contentType), fetchedAt } : null;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
