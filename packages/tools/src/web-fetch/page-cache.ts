import type { GuardedResponse } from "@squire/safety";

export type CachedPage = {
  readonly response: GuardedResponse;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
};

export type PageCache = {
  /** Whatever is kept of a URL, fresh or not. */
  find(url: string): CachedPage | null;
  keep(url: string, page: CachedPage): void;
};

const MOST_PAGES = 50;
const MOST_BYTES = 32_000_000;

/** The pages used last, in memory (WEB-8). */
export function pageCache(): PageCache {
  const pages = new Map<string, CachedPage>();
  let bytes = 0;
  const drop = (url: string): void => {
    bytes -= pages.get(url)?.response.body.length ?? 0;
    pages.delete(url);
  };
  return {
    find(url) {
      const page = pages.get(url) ?? null;
      if (page === null) return null;
      // The one used last is at the end.
      pages.delete(url);
      pages.set(url, page);
      return page;
    },
    keep(url, page) {
      drop(url);
      pages.set(url, page);
      bytes += page.response.body.length;
      for (const oldest of pages.keys()) {
        if (pages.size <= MOST_PAGES && bytes <= MOST_BYTES) break;
        drop(oldest);
      }
    },
  };
}
