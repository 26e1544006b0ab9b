import { askJson } from "../ask-provider.ts";
import { field, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits } from "../make-hit.ts";
import { SearchFailure } from "../search-failure.ts";
import type { SearchProvider } from "../search-provider.ts";

export const firecrawl: SearchProvider = {
  id: "firecrawl",
  needs: "FIRECRAWL_API_KEY",
  minIntervalMs: 500,
  isUsable: ({ key }) => key("FIRECRAWL_API_KEY") !== null,
  async search({ query, topK, recency }, context) {
    const reply = await askJson(
      {
        url: `${context.access.baseUrl("firecrawl") ?? "https://api.firecrawl.dev"}/v2/search`,
        headers: { authorization: `Bearer ${context.access.key("FIRECRAWL_API_KEY")}` },
        body: {
          query: query.slice(0, 500),
          limit: topK,
          sources: ["web"],
          ...(recency === null ? {} : { tbs: `qdr:${recency.charAt(0)}` }),
        },
      },
      context,
    );
    checkObject(reply);
    if (field(reply, "success") === false) {
      throw new SearchFailure(`it says: ${textField(reply, "error").slice(0, 120)}`);
    }
    const hits = listField(field(reply, "data"), "web").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "url"),
      snippet: textField(result, "description", "snippet"),
    }));
    return { hits: makeHits(hits, topK), answer: null };
  },
};
