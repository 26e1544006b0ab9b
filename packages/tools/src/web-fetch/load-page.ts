import { ToolError } from "@squire/agent";
import { NetworkError, targetOf, type GuardedFetch, type GuardedResponse } from "@squire/safety";
import type { CachedPage, PageCache } from "./page-cache.ts";

export type LoadServices = { readonly fetch: GuardedFetch; readonly cache: PageCache };

export type LoadContext = {
  readonly signal: AbortSignal;
  readonly clock: { now(): number };
  /** More headers, for the origin of the URL alone. */
  readonly headers?: Readonly<Record<string, string>>;
};

const FRESH_MS = 15 * 60_000;

const HEADERS = {
  "user-agent": "Mozilla/5.0 (compatible; Squire/0.1)",
  accept: "text/html,application/xhtml+xml,application/pdf,application/json,text/*;q=0.9,*/*;q=0.8",
  "accept-language": "en,*;q=0.5",
  "accept-encoding": "gzip, deflate, br",
};

/**
 * A page from the cache while it is fresh; after that it is asked for anew, and when it has not
 * changed since, only that is sent (WEB-8).
 */
export async function loadPage(
  url: string,
  { fetch, cache }: LoadServices,
  context: LoadContext,
): Promise<CachedPage> {
  const { clock, signal, headers } = context;
  try {
    const key = targetOf(url).url.href;
    const old = cache.find(key);
    if (old !== null && clock.now() - old.fetchedAt < FRESH_MS) return old;
    const given = { ...HEADERS, ...headers, ...validators(old) };
    const answer = await fetch(url, { headers: given, signal });
    const isSame = answer.status === 304 && old !== null;
    const page = { response: isSame ? old.response : answer, fetchedAt: clock.now() };
    checkStatus(page.response, clock.now());
    if (mayBeKept(page.response)) cache.keep(key, page);
    return page;
  } catch (error) {
    if (error instanceof NetworkError) throw new ToolError(error.message, { cause: error });
    throw error;
  }
}

function validators(old: CachedPage | null): Readonly<Record<string, string>> {
  const { etag, "last-modified": modified } = old?.response.headers ?? {};
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(modified === undefined ? {} : { "if-modified-since": modified }),
  };
}

function mayBeKept({ headers }: GuardedResponse): boolean {
  return !/\bno-store\b/i.test(headers["cache-control"] ?? "");
}

function checkStatus({ url, status, headers }: GuardedResponse, now: number): void {
  if (status >= 200 && status < 300) return;
  const { host } = new URL(url);
  throw new ToolError(`${host} answered ${status}: ${advice(status, headers["retry-after"], now)}`);
}

function advice(status: number, retryAfter: string | undefined, now: number): string {
  const wait = retryAfter === undefined ? null : secondsUntil(retryAfter, now);
  if (status === 429 || status === 503) {
    const when = wait === null ? "later" : `in ${wait} seconds`;
    return `it is busy; try again ${when}, or another source.`;
  }
  if (status === 404 || status === 410) return "there is no such page. Check the address.";
  if (status === 401 || status === 403 || status === 451) {
    return "it does not let programs read this page. Try another source.";
  }
  return "the page could not be had. Try another source.";
}

/** Seconds or a date, as servers say it. */
function secondsUntil(text: string, now: number): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
