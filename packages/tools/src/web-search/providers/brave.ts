import { askJson } from "../ask-provider.ts";
import { field, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits } from "../make-hit.ts";
import type { SearchProvider } from "../search-provider.ts";

export const brave: SearchProvider = {
  id: "brave",
  needs: "BRAVE_API_KEY",
  // The free plan allows one a second.
  minIntervalMs: 1050,
  isUsable: ({ key }) => key("BRAVE_API_KEY") !== null,
  async search({ query, topK, recency }, context) {
    const base = context.access.baseUrl("brave") ?? "https://api.search.brave.com";
    const asked = new URLSearchParams({
      q: query.slice(0, 400),
      count: String(Math.min(topK, 20)),
      ...(recency === null ? {} : { freshness: `p${recency.charAt(0)}` }),
    });
    const reply = await askJson(
      {
        url: `${base}/res/v1/web/search?${asked}`,
        headers: { "x-subscription-token": context.access.key("BRAVE_API_KEY") ?? "" },
      },
      context,
    );
    checkObject(reply);
    const hits = listField(field(reply, "web"), "results").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "url"),
      snippet: textField(result, "description"),
      published: textField(result, "page_age", "age"),
    }));
    return { hits: makeHits(hits, topK), answer: null };
  },
};
