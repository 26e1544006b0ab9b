import { ToolError } from "@squire/agent";
import { targetOf } from "@squire/safety";
import { cleanText } from "../web/clean-text.ts";
import { decodeText } from "./extract/charset.ts";
import { contentKind } from "./extract/content-kind.ts";
import { loadPage, type LoadContext, type LoadServices } from "./load-page.ts";
import { githubSource } from "./sites/github.ts";
import { pypiSource } from "./sites/pypi.ts";
import type { SiteKeys, SiteSource } from "./sites/site-source.ts";

export type SitePage = {
  readonly title: string;
  readonly text: string;
  readonly fetchedAt: number;
};

/** A page from what its site offers to programs; null for any other, and where that fails. */
export async function readSite(
  url: string,
  services: LoadServices & { readonly key: SiteKeys },
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
  if (read === null || read.text.trim() === "") return null;
  return { title: cleanText(read.title), text: cleanText(read.text), fetchedAt };
}

function sourceFor(url: string, key: SiteKeys): SiteSource | null {
  try {
    const { url: page } = targetOf(url);
    return page.port === "" ? (githubSource(page, key) ?? pypiSource(page)) : null;
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
