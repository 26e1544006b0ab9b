import { askText } from "../ask-provider.ts";
import { field, textField } from "../../web/json-fields.ts";
import { listField } from "../fields.ts";
import { makeHits, webUrl, type RawHit } from "../make-hit.ts";
import { SearchFailure } from "../search-failure.ts";
import type { SearchAnswer, SearchProvider } from "../search-provider.ts";

const BASE_URL = "https://chatgpt.com/backend-api";
const MODEL = "gpt-5.6-sol";
const INSTRUCTIONS = "Search the web and answer briefly, with citations.";

/** The vendor searches on its own side while a model of a ChatGPT subscription answers. */
export const codex: SearchProvider = {
  id: "codex",
  needs: "a stored token (squire login codex)",
  minIntervalMs: 1000,
  isUsable: async ({ codex: access }) => ((await access?.()) ?? null) !== null,
  async search({ query, topK, recency }, context) {
    const access = (await context.access.codex?.()) ?? null;
    if (access === null) throw new SearchFailure("there is no login for it");
    const base = context.access.baseUrl("codex") ?? access.baseUrl ?? BASE_URL;
    const when = recency === null ? "" : ` Only consider pages of the last ${recency}.`;
    const text = await askText(
      {
        url: `${base}/codex/responses`,
        headers: {
          accept: "text/event-stream",
          "openai-beta": "responses=experimental",
          ...access.headers,
        },
        body: {
          model: access.model ?? MODEL,
          instructions: INSTRUCTIONS,
          input: [{ role: "user", content: [{ type: "input_text", text: `${query}${when}` }] }],
          tools: [{ type: "web_search" }],
          tool_choice: "auto",
          include: ["web_search_call.action.sources"],
          stream: true,
          store: false,
        },
      },
      context,
    );
    return readItems(itemsIn(text), topK);
  },
};

/** The finished parts of a reply; this server sends nothing but streams. */
function itemsIn(text: string): readonly unknown[] {
  const events = text.split(/\r?\n/).flatMap((line) => eventIn(line));
  const failed = events.find((event) =>
    /^(?:error|response\.failed)$/.test(textField(event, "type")),
  );
  if (failed !== undefined) throw new SearchFailure(`its search failed${reasonOf(failed)}`);
  const isWhole = events.some((event) =>
    /^response\.(?:completed|done|incomplete)$/.test(textField(event, "type")),
  );
  if (!isWhole) throw new SearchFailure("its answer has another shape than known");
  return events.flatMap((event) =>
    field(event, "type") === "response.output_item.done" ? [field(event, "item")] : [],
  );
}

function eventIn(line: string): readonly unknown[] {
  if (!line.startsWith("data:")) return [];
  try {
    const event: unknown = JSON.parse(line.slice("data:".length));
    return [event];
  } catch {
    return [];
  }
}

function reasonOf(event: unknown): string {
  const error = field(field(event, "response"), "error") ?? field(event, "error") ?? event;
  const reason = textField(error, "message") || textField(error, "code");
  return reason === "" ? "" : ` (${reason.slice(0, 120)})`;
}

function readItems(items: readonly unknown[], topK: number): SearchAnswer {
  const texts = items
    .filter((item) => field(item, "type") === "message")
    .flatMap((item) => listField(item, "content"))
    .filter((part) => field(part, "type") === "output_text");
  const quoted = texts.flatMap(quotedHits);
  // What was looked at without being quoted comes behind, known by its address alone.
  const seen = items
    .filter((item) => field(item, "type") === "web_search_call")
    .flatMap((item) => listField(field(item, "action"), "sources"))
    .map((source) => ({
      title: textField(source, "title"),
      url: textField(source, "url"),
      snippet: "",
    }));
  const hits = makeHits([...quoted, ...seen].map(withoutTracking), topK);
  const text = texts
    .map((part) => textField(part, "text"))
    .join("\n")
    .trim();
  const citations = quoted.flatMap((hit) => webUrl(withoutTracking(hit).url) ?? []);
  const answer = { text, citations: [...new Set(citations)] };
  return { hits, answer: text === "" || hits.length === 0 ? null : answer };
}

/** The pages that a text cites, each with the words before the place where it is cited. */
function quotedHits(part: unknown): readonly RawHit[] {
  const text = textField(part, "text");
  return listField(part, "annotations")
    .filter((note) => field(note, "type") === "url_citation")
    .map((note) => {
      const start = field(note, "start_index");
      const before = typeof start === "number" ? text.slice(0, start) : "";
      const snippet = before.slice(before.lastIndexOf("\n") + 1).replace(/\(?\s*$/, "");
      return { title: textField(note, "title"), url: textField(note, "url"), snippet };
    });
}

/** It marks every address as its own find. */
function withoutTracking(hit: RawHit): RawHit {
  return {
    ...hit,
    url: hit.url.replace(/([?&])utm_source=[\w.]+(?:&|$)/, "$1").replace(/[?&]$/, ""),
  };
}
