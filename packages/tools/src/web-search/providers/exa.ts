import { askJson } from "../ask-provider.ts";
import { numberField, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits } from "../make-hit.ts";
import type { Recency, SearchProvider } from "../search-provider.ts";

const DAYS: Readonly<Record<Recency, number>> = { day: 1, week: 7, month: 31, year: 366 };
const DAY_MS = 86_400_000;

export const exa: SearchProvider = {
  id: "exa",
  needs: "EXA_API_KEY",
  minIntervalMs: 200,
  isUsable: ({ key }) => key("EXA_API_KEY") !== null,
  async search({ query, topK, recency }, context) {
    const since = recency === null ? null : new Date(context.now() - DAYS[recency] * DAY_MS);
    const answer = await askJson(
      {
        url: `${context.access.baseUrl("exa") ?? "https://api.exa.ai"}/search`,
        headers: { "x-api-key": context.access.key("EXA_API_KEY") ?? "" },
        body: {
          query,
          type: "auto",
          numResults: topK,
          contents: { highlights: { maxCharacters: 600 } },
          ...(since === null ? {} : { startPublishedDate: since.toISOString() }),
        },
      },
      context,
    );
    checkObject(answer);
    const hits = listField(answer, "results").map((result) => ({
      title: textField(result, "title"),
      url: textField(result, "url"),
      snippet: snippetOf(result),
      score: numberField(result, "score"),
      published: textField(result, "publishedDate"),
    }));
    return { hits: makeHits(hits, topK), answer: null };
  },
};

function snippetOf(result: unknown): string {
  const highlights = listField(result, "highlights").filter((part) => typeof part === "string");
  return highlights.length > 0 ? highlights.join(" … ") : textField(result, "summary", "text");
}
