import { askJson } from "../ask-provider.ts";
import { field, textField } from "../../web/json-fields.ts";
import { checkObject, listField } from "../fields.ts";
import { makeHits, type RawHit } from "../make-hit.ts";
import { SearchFailure } from "../search-failure.ts";
import type { SearchAccess, SearchProvider, VendorAccess } from "../search-provider.ts";

const MODEL = "claude-haiku-4-5";

/** The vendor searches on its own side while a model answers. */
export const anthropic: SearchProvider = {
  id: "anthropic",
  needs: "ANTHROPIC_SEARCH_API_KEY or a key for the provider anthropic",
  minIntervalMs: 1000,
  isUsable: async (access) => (await accessOf(access)) !== null,
  async search({ query, topK, recency }, context) {
    const access = await accessOf(context.access);
    if (access === null) throw new SearchFailure("there is no key for it");
    const when = recency === null ? "" : ` Only consider pages of the last ${recency}.`;
    const reply = await askJson(
      {
        url: `${access.baseUrl}/v1/messages`,
        headers: { "anthropic-version": "2023-06-01", ...access.headers },
        body: {
          model: access.model,
          max_tokens: 1500,
          tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }],
          messages: [
            {
              role: "user",
              content: `Search the web and answer briefly, with citations: ${query}${when}`,
            },
          ],
        },
      },
      context,
    );
    checkObject(reply);
    return readReply(listField(reply, "content"), topK);
  },
};

/** `ANTHROPIC_SEARCH_*` → what is set up for models → the general key (WEB-2). */
async function accessOf(access: SearchAccess): Promise<Required<VendorAccess> | null> {
  const own = access.key("ANTHROPIC_SEARCH_API_KEY");
  const ready = own === null ? ((await access.anthropic?.()) ?? null) : null;
  const key = own ?? access.key("ANTHROPIC_API_KEY");
  const headers = ready?.headers ?? (key === null ? null : { "x-api-key": key });
  if (headers === null) return null;
  const base = access.baseUrl("anthropic") ?? access.key("ANTHROPIC_SEARCH_BASE_URL");
  return {
    headers,
    baseUrl: (base ?? ready?.baseUrl ?? "https://api.anthropic.com").replace(/\/(?:v1\/?)?$/, ""),
    model: access.key("ANTHROPIC_SEARCH_MODEL") ?? ready?.model ?? MODEL,
  };
}

type Reply = Awaited<ReturnType<SearchProvider["search"]>>;

function readReply(content: readonly unknown[], topK: number): Reply {
  const results = content.filter((block) => field(block, "type") === "web_search_tool_result");
  const errors = results.flatMap((block) => textField(field(block, "content"), "error_code") || []);
  const quotes = content.flatMap((block) => listField(block, "citations"));
  const hits = results.flatMap((block) => hitsOf(block, quotes));
  if (hits.length === 0 && errors[0] !== undefined) {
    throw new SearchFailure(`its search failed (${errors[0].slice(0, 60)})`);
  }
  const text = content
    .filter((block) => field(block, "type") === "text")
    .map((block) => textField(block, "text"))
    .join("")
    .trim();
  const citations = [...new Set(quotes.flatMap((quote) => textField(quote, "url") || []))];
  return {
    hits: makeHits(hits, topK),
    answer: text === "" || hits.length === 0 ? null : { text, citations },
  };
}

/** The pages themselves come encrypted; what can be shown of them is what the model quotes. */
function hitsOf(block: unknown, quotes: readonly unknown[]): readonly RawHit[] {
  const found = field(block, "content");
  if (!Array.isArray(found)) return [];
  return found.map((result: unknown) => {
    const url = textField(result, "url");
    const own = quotes.filter((quote) => textField(quote, "url") === url);
    return {
      title: textField(result, "title"),
      url,
      snippet: own.map((quote) => textField(quote, "cited_text")).join(" … "),
      published: textField(result, "page_age"),
    };
  });
}
