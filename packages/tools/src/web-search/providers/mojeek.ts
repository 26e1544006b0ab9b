import { plainHtml } from "../../web-fetch/html/plain-html.ts";
import { askText } from "../ask-provider.ts";
import { makeHits, type RawHit } from "../make-hit.ts";
import { SearchFailure } from "../search-failure.ts";
import type { Recency, SearchProvider } from "../search-provider.ts";

const DAYS: Readonly<Record<Recency, number>> = { day: 1, week: 7, month: 31, year: 366 };
const DAY_MS = 86_400_000;
const MOST_HTML_CHARS = 1_000_000;

/** Needs no key; its pages for people are read (C22). */
export const mojeek: SearchProvider = {
  id: "mojeek",
  needs: "nothing",
  minIntervalMs: 2000,
  isUsable: () => true,
  async search({ query, topK, recency }, context) {
    const base = context.access.baseUrl("mojeek") ?? "https://www.mojeek.com";
    const since = recency === null ? null : context.now() - DAYS[recency] * DAY_MS;
    const asked = new URLSearchParams({
      q: query,
      ...(since === null ? {} : { since: dateOf(since) }),
    });
    const headers = {
      accept: "text/html",
      "accept-language": "en",
      "user-agent": "Mozilla/5.0 (compatible; Squire/0.1)",
    };
    const html = await askText({ url: `${base}/search?${asked}`, headers }, context);
    return { hits: makeHits(readResults(html), topK), answer: null };
  },
};

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
}

// Bounded, so that a page of nothing but beginnings is read in linear time.
const TITLE =
  /<a\b([^>]{0,500}?\bclass="(?:[^">]{0,200} )?title(?: [^">]{0,200})?"[^>]{0,500})>((?:(?!<\/a>)[^]){0,2000})<\/a>/g;
const SNIPPET =
  /<p\b[^>]{0,500}?\bclass="(?:[^">]{0,200} )?s(?: [^">]{0,200})?"[^>]{0,500}>((?:(?!<\/p>)[^]){0,5000})<\/p>/g;
const NOTHING_FOUND = /no (?:pages|results) (?:were )?found/i;

/**
 * Titles first, then snippets; a snippet belongs to the title it stands behind (WEB-4). A page with
 * neither results nor the words for "nothing found" is no page of results.
 */
export function readResults(page: string): readonly RawHit[] {
  const html = page.slice(0, MOST_HTML_CHARS);
  const titles = [...html.matchAll(TITLE)].map((match) => ({
    at: match.index,
    url: plainHtml(/\bhref="([^"]*)"/.exec(match[1] ?? "")?.[1] ?? ""),
    title: match[2] ?? "",
  }));
  const snippets = [...html.matchAll(SNIPPET)].map(({ index, 1: text = "" }) => ({
    at: index,
    text,
  }));
  if (titles.length === 0 && !NOTHING_FOUND.test(plainHtml(html))) {
    throw new SearchFailure("it blocks us, or its pages look different than before");
  }
  return titles.map(({ at, url, title }, index) => {
    const next = titles[index + 1]?.at ?? html.length;
    const own = snippets.find((snippet) => snippet.at > at && snippet.at < next);
    return { title, url, snippet: own?.text ?? "" };
  });
}
