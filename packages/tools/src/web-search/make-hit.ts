import { cleanText } from "../web/clean-text.ts";
import { plainHtml } from "../web-fetch/html/plain-html.ts";
import type { SearchHit } from "./search-provider.ts";

export type RawHit = {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly score?: number | undefined;
  readonly published?: string | undefined;
};

const MOST_TITLE_CHARS = 200;
const MOST_SNIPPET_CHARS = 600;

/** Hits that can be followed and shown: web addresses only, each once, text without markup. */
export function makeHits(raw: readonly RawHit[], topK: number): readonly SearchHit[] {
  const seen = new Set<string>();
  return raw
    .flatMap((hit): SearchHit[] => {
      const url = webUrl(hit.url);
      if (url === null || seen.has(url)) return [];
      seen.add(url);
      const title = oneLine(hit.title, MOST_TITLE_CHARS);
      return [
        {
          title: title === "" ? url : title,
          url,
          snippet: oneLine(hit.snippet, MOST_SNIPPET_CHARS),
          ...(hit.score === undefined ? {} : { score: hit.score }),
          ...(hit.published ? { published: oneLine(hit.published, 40) } : {}),
        },
      ];
    })
    .slice(0, topK);
}

export function webUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "") return null;
  return url.href;
}

/** Some providers mark the words that were found. */
function oneLine(text: string, most: number): string {
  const plain = cleanText(plainHtml(text)).replaceAll(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).trimEnd()}…`;
}
