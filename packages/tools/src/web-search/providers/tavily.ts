import { askJson } from "../ask-provider.ts";
import { numberField, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits } from "../make-hit.ts";
import type { SearchProvider } from "../search-provider.ts";

export const tavily: SearchProvider = {
  id: "tavily",
  needs: "TAVILY_API_KEY",
  minIntervalMs: 200,
  isUsable: ({ key }) => key("TAVILY_API_KEY") !== null,
  async search({ query, topK, recency }, context) {
    const reply = await askJson(
      {
        url: `${context.access.baseUrl("tavily") ?? "https://api.tavily.com"}/search`,
        headers: { authorization: `Bearer ${context.access.key("TAVILY_API_KEY")}` },
        body: {
          query,
          max_results: Math.min(topK, 20),
          search_depth: "basic",
          include_answer: true,
          ...(recency === null ? {} : { time_range: recency }),
        },
      },
      context,
    );
    checkObject(reply);
    const hits = listField(reply, "results").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "url"),
      snippet: textField(result, "content"),
      score: numberField(result, "score"),
      published: textField(result, "published_date"),
    }));
    const found = makeHits(hits, topK);
    const text = textField(reply, "answer");
    return {
      hits: found,
      answer: text === "" ? null : { text, citations: found.map(({ url }) => url) },
    };
  },
};
