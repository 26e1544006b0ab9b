import { askJson } from "../ask-provider.ts";
import { numberField, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits } from "../make-hit.ts";
import type { Recency, SearchProvider } from "../search-provider.ts";

/** It knows no week. */
const RANGE: Readonly<Record<Recency, string>> = {
  day: "day",
  week: "month",
  month: "month",
  year: "year",
};

/** An instance of the user's own; it has to give JSON (`search.formats` in its settings). */
export const searxng: SearchProvider = {
  id: "searxng",
  needs: "web.searxng_url",
  minIntervalMs: 500,
  isUsable: ({ baseUrl }) => baseUrl("searxng") !== null,
  async search({ query, topK, recency }, context) {
    const base = (context.access.baseUrl("searxng") ?? "").replace(/\/+$/, "");
    const asked = new URLSearchParams({
      q: query,
      format: "json",
      ...(recency === null ? {} : { time_range: RANGE[recency] }),
    });
    const reply = await askJson({ url: `${base}/search?${asked}` }, context);
    checkObject(reply);
    const hits = listField(reply, "results").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "url"),
      snippet: textField(result, "content"),
      score: numberField(result, "score"),
      published: textField(result, "publishedDate"),
    }));
    return { hits: makeHits(hits, topK), answer: null };
  },
};
