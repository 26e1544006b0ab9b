import { askJson } from "../ask-provider.ts";
import { textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits } from "../make-hit.ts";
import type { Recency, SearchProvider } from "../search-provider.ts";

const RECENCY: Readonly<Record<Recency, string>> = {
  day: "oneDay",
  week: "oneWeek",
  month: "oneMonth",
  year: "oneYear",
};

export const zai: SearchProvider = {
  id: "zai",
  needs: "ZAI_API_KEY",
  minIntervalMs: 500,
  isUsable: ({ key }) => key("ZAI_API_KEY") !== null,
  async search({ query, topK, recency }, context) {
    const reply = await askJson(
      {
        url: `${context.access.baseUrl("zai") ?? "https://api.z.ai"}/api/paas/v4/web_search`,
        headers: { authorization: `Bearer ${context.access.key("ZAI_API_KEY")}` },
        body: {
          search_engine: "search-prime",
          search_query: query,
          count: Math.min(topK, 50),
          ...(recency === null ? {} : { search_recency_filter: RECENCY[recency] }),
        },
      },
      context,
    );
    checkObject(reply);
    const hits = listField(reply, "search_result").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "link"),
      snippet: textField(result, "content"),
      published: textField(result, "publish_date"),
    }));
    return { hits: makeHits(hits, topK), answer: null };
  },
};
