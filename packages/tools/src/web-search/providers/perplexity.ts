import { askJson } from "../ask-provider.ts";
import { field, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits, webUrl } from "../make-hit.ts";
import type { SearchProvider } from "../search-provider.ts";

export const perplexity: SearchProvider = {
  id: "perplexity",
  needs: "PERPLEXITY_API_KEY",
  minIntervalMs: 500,
  isUsable: ({ key }) => key("PERPLEXITY_API_KEY") !== null,
  async search({ query, topK, recency }, context) {
    const reply = await askJson(
      {
        url: `${context.access.baseUrl("perplexity") ?? "https://api.perplexity.ai"}/chat/completions`,
        headers: { authorization: `Bearer ${context.access.key("PERPLEXITY_API_KEY")}` },
        body: {
          model: "sonar",
          messages: [{ role: "user", content: query }],
          max_tokens: 800,
          ...(recency === null ? {} : { search_recency_filter: recency }),
        },
      },
      context,
    );
    checkObject(reply);
    const results = listField(reply, "search_results").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "url"),
      snippet: textField(result, "snippet"),
      published: textField(result, "date", "last_updated"),
    }));
    const citations = listField(reply, "citations").filter((url) => typeof url === "string");
    const named = citations.map((url) => ({ title: "", url, snippet: "" }));
    const text = textField(field(listField(reply, "choices")[0], "message"), "content");
    return {
      hits: makeHits([...results, ...named], topK),
      answer:
        text === "" ? null : { text, citations: citations.flatMap((url) => webUrl(url) ?? []) },
    };
  },
};
