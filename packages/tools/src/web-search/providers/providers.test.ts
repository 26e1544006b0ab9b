import { describe, expect, test } from "bun:test";
import { rejectionOf } from "@squire/testkit";
import { PROVIDERS } from "../providers.ts";
import {
  PROVIDER_IDS,
  type ProviderId,
  type Recency,
  type SearchAccess,
  type SearchAnswer,
} from "../search-provider.ts";
import { startDouble, type Double } from "../testing/double.ts";
import { VENDOR_ANSWERS } from "../testing/vendor-answers.ts";

const NOW = Date.UTC(2030, 0, 1);

function accessTo(url: string, keys: Readonly<Record<string, string>> = {}): SearchAccess {
  return {
    key: (name) => keys[name] ?? `key of ${name}`,
    baseUrl: () => url,
    codex: () => Promise.resolve({ headers: { authorization: "Bearer login" } }),
  };
}

function search(
  id: ProviderId,
  double: Double,
  recency: Recency | null = null,
  access: SearchAccess = accessTo(double.url),
): Promise<SearchAnswer> {
  return PROVIDERS[id].search(
    { query: "lamps & light", topK: 5, recency },
    {
      access,
      fetch: double.fetch,
      signal: new AbortController().signal,
      now: () => NOW,
    },
  );
}

/** Method, path, the key, and the rest of what is asked, by the vendors' own documentation. */
const REQUESTS: Readonly<Record<ProviderId, readonly [string, object, unknown]>> = {
  exa: [
    "POST /search",
    { "x-api-key": "key of EXA_API_KEY", "content-type": "application/json" },
    {
      query: "lamps & light",
      type: "auto",
      numResults: 5,
      contents: { highlights: { maxCharacters: 600 } },
      startPublishedDate: "2029-12-25T00:00:00.000Z",
    },
  ],
  tavily: [
    "POST /search",
    { authorization: "Bearer key of TAVILY_API_KEY" },
    {
      query: "lamps & light",
      max_results: 5,
      search_depth: "basic",
      include_answer: true,
      time_range: "week",
    },
  ],
  firecrawl: [
    "POST /v2/search",
    { authorization: "Bearer key of FIRECRAWL_API_KEY" },
    { query: "lamps & light", limit: 5, sources: ["web"], tbs: "qdr:w" },
  ],
  brave: [
    "GET /res/v1/web/search",
    { "x-subscription-token": "key of BRAVE_API_KEY", accept: "application/json" },
    { q: "lamps & light", count: "5", freshness: "pw" },
  ],
  perplexity: [
    "POST /chat/completions",
    { authorization: "Bearer key of PERPLEXITY_API_KEY" },
    {
      model: "sonar",
      messages: [{ role: "user", content: "lamps & light" }],
      max_tokens: 800,
      search_recency_filter: "week",
    },
  ],
  zai: [
    "POST /api/paas/v4/web_search",
    { authorization: "Bearer key of ZAI_API_KEY" },
    {
      search_engine: "search-prime",
      search_query: "lamps & light",
      count: 5,
      search_recency_filter: "oneWeek",
    },
  ],
  searxng: ["GET /search", {}, { q: "lamps & light", format: "json", time_range: "month" }],
  mojeek: ["GET /search", { accept: "text/html" }, { q: "lamps & light", since: "20291225" }],
  anthropic: [
    "POST /v1/messages",
    { "x-api-key": "key of ANTHROPIC_SEARCH_API_KEY", "anthropic-version": "2023-06-01" },
    {
      model: "key of ANTHROPIC_SEARCH_MODEL",
      max_tokens: 1500,
      tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }],
      messages: [
        {
          role: "user",
          content:
            "Search the web and answer briefly, with citations: lamps & light Only consider pages of the last week.",
        },
      ],
    },
  ],
  codex: [
    "POST /codex/responses",
    {
      authorization: "Bearer login",
      accept: "text/event-stream",
      "openai-beta": "responses=experimental",
    },
    {
      model: "gpt-5.6-sol",
      instructions: "Search the web and answer briefly, with citations.",
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "lamps & light Only consider pages of the last week." },
          ],
        },
      ],
      tools: [{ type: "web_search" }],
      tool_choice: "auto",
      include: ["web_search_call.action.sources"],
      stream: true,
      store: false,
    },
  ],
};

/** What is not the same everywhere. */
const DATED: Readonly<Partial<Record<ProviderId, string>>> = {
  exa: "2029-11-16T01:36:32.547Z",
  tavily: "2029-11-16",
  brave: "2029-11-16T01:36:32",
  perplexity: "2029-11-16",
  zai: "2029-11-16",
  searxng: "2029-11-16T00:00:00",
  anthropic: "November 16, 2029",
};
const SCORED: Readonly<Partial<Record<ProviderId, number>>> = {
  exa: 0.46,
  tavily: 0.81,
  searxng: 4,
};

describe.each([...PROVIDER_IDS])("%s", (id) => {
  test(`WEB-2 (part): ${id} is asked the way its documentation says`, async () => {
    await using double = await startDouble([{ body: VENDOR_ANSWERS[id] }]);
    await search(id, double, "week");
    const [asked] = double.asked;
    const [what, headers, rest] = REQUESTS[id];
    expect(`${asked?.method} ${asked?.path}`).toBe(what);
    expect(asked?.headers).toMatchObject(headers);
    expect(asked?.method === "GET" ? asked.query : asked?.body).toEqual(rest);
  });

  test(`WEB-1: results of ${id} have one form`, async () => {
    await using double = await startDouble([{ body: VENDOR_ANSWERS[id] }]);
    const { hits } = await search(id, double);
    const published = DATED[id];
    const score = SCORED[id];
    expect(hits[0]).toMatchObject({
      title: "First page",
      url: "https://one.test/a",
      snippet: expect.stringContaining("Words of one"),
      ...(published === undefined ? {} : { published }),
      ...(score === undefined ? {} : { score }),
    });
    expect(hits).toHaveLength(2);
    expect(hits[1]).toMatchObject({
      title: "Second page",
      url: expect.stringContaining("two.test/b"),
    });
  });

  test(`WEB-2 (part): ${id} says why it fails, without the key`, async () => {
    await using double = await startDouble([
      { status: 401, body: { error: "key of EXA_API_KEY is bad" } },
      { status: 429, headers: { "retry-after": "17" } },
      { status: 429, headers: { "retry-after": "Tue, 01 Jan 2030 00:00:09 GMT" } },
      { status: 500, body: { error: { message: "broken inside" } } },
    ]);
    const failures = [];
    for (let turn = 0; turn < 4; turn++) failures.push(await rejectionOf(search(id, double)));
    expect(failures).toMatchObject([
      { message: "it does not accept the key (401)", retryAfterMs: null },
      { message: "it has had too many requests (429)", retryAfterMs: 17_000 },
      { retryAfterMs: 9_000 },
      { message: "it answered 500: broken inside" },
    ]);
  });

  test(`WEB-2 (part): ${id} survives answers that make no sense`, async () => {
    const odd = [
      "[]",
      "null",
      "42",
      '"text"',
      "{",
      "<html>",
      '{"results": 5, "data": {"web": "x"}, "web": {"results": 1}, "search_result": {}, "choices": 3, "content": 7}',
    ];
    await using double = await startDouble(
      [...odd, "x".repeat(2_100_000)].map((body) => ({ body })),
    );
    for (const body of odd) {
      const error = await rejectionOf(search(id, double));
      expect([body, error instanceof Error && error.name]).toEqual([body, "SearchFailure"]);
    }
    expect(String(await rejectionOf(search(id, double)))).toContain("too large");
  });

  test(`WEB-3 (part): ${id} that cannot be reached is told`, async () => {
    const double = await startDouble([]);
    await double[Symbol.asyncDispose]();
    expect(String(await rejectionOf(search(id, double)))).toContain("it cannot be reached");
  });
});

describe("nothing found", () => {
  test.each([
    ["exa", { results: [] }],
    ["tavily", { results: [], answer: null }],
    ["firecrawl", { success: true, data: { web: [] } }],
    ["firecrawl", { success: true, data: {} }],
    ["brave", { type: "search", query: {} }],
    ["perplexity", { choices: [{ message: { content: "I do not know." } }] }],
    ["zai", { search_result: null }],
    ["searxng", { results: [] }],
    ["anthropic", { content: [{ type: "text", text: "I know nothing." }] }],
    ["codex", 'data: {"type":"response.completed"}\n\n'],
    ["mojeek", "<p>No pages found matching: <strong>lamps</strong></p>"],
  ] as const)("WEB-3 (part): %s", async (id, body) => {
    await using double = await startDouble([{ body }]);
    expect((await search(id, double)).hits).toEqual([]);
  });
});

describe("answers", () => {
  test("WEB-1: come with the pages they name", async () => {
    const answerOf = async (id: ProviderId): Promise<unknown> => {
      await using double = await startDouble([{ body: VENDOR_ANSWERS[id] }]);
      return (await search(id, double)).answer;
    };
    expect(await answerOf("tavily")).toEqual({
      text: "Lamps give light.",
      citations: ["https://one.test/a", "https://two.test/b"],
    });
    expect(await answerOf("perplexity")).toEqual({
      text: "Light [1].",
      citations: ["https://one.test/a", "https://two.test/b"],
    });
    expect(await answerOf("anthropic")).toEqual({
      text: "I will search. Lamps give light.",
      citations: ["https://one.test/a"],
    });
    expect(await answerOf("codex")).toEqual({
      text: "Lamps.\nWords of one ([one.test](https://one.test/a?utm_source=openai))",
      citations: ["https://one.test/a"],
    });
    expect(await answerOf("brave")).toBeNull();
  });
});

describe("hits", () => {
  test("WEB-1 (part): only web addresses, each once, without markup, and not more than asked for", async () => {
    const results = [
      { title: "x", url: "javascript:alert(1)", content: "" },
      { title: "x", url: "file:///etc/passwd", content: "" },
      { title: "x", url: "https://user:pass@a.test/", content: "" },
      { title: "", url: "https://a.test", content: "<script>x</script><b>bold</b>\u202E\n\ntext" },
      { title: "again", url: "https://a.test/", content: "" },
      ...Array.from({ length: 9 }, (_, at) => ({
        title: "t".repeat(999),
        url: `https://b.test/${at}`,
        content: "s".repeat(9999),
      })),
    ];
    await using double = await startDouble([{ body: { results } }]);
    const { hits } = await search("searxng", double);
    expect(hits[0]).toEqual({
      title: "https://a.test/",
      url: "https://a.test/",
      snippet: "bold text",
    });
    expect(hits).toHaveLength(5);
    expect([hits[1]?.title.length, hits[1]?.snippet.length]).toEqual([200, 600]);
  });
});

describe("anthropic", () => {
  const usable = (access: SearchAccess) => PROVIDERS.anthropic.isUsable(access);
  const none: SearchAccess = { key: () => null, baseUrl: () => null };

  test("WEB-2 (part): its own key, then what is set up for models, then the general key", async () => {
    const ready = { headers: { authorization: "Bearer login" }, model: "claude-x" };
    const cases: readonly [Readonly<Record<string, string>>, boolean, object][] = [
      [
        { ANTHROPIC_SEARCH_API_KEY: "own", ANTHROPIC_API_KEY: "general" },
        true,
        { "x-api-key": "own" },
      ],
      [{ ANTHROPIC_API_KEY: "general" }, true, { authorization: "Bearer login" }],
      [{ ANTHROPIC_API_KEY: "general" }, false, { "x-api-key": "general" }],
    ];
    for (const [keys, isReady, headers] of cases) {
      await using double = await startDouble([{ body: VENDOR_ANSWERS.anthropic }]);
      const access: SearchAccess = {
        key: (name) =>
          name === "ANTHROPIC_SEARCH_BASE_URL" ? `${double.url}/v1/` : (keys[name] ?? null),
        baseUrl: () => null,
        anthropic: () => Promise.resolve(isReady ? ready : null),
      };
      expect(await usable(access)).toBe(true);
      await search("anthropic", double, null, access);
      expect(double.asked[0]?.headers).toMatchObject(headers);
      expect(double.asked[0]?.path).toBe("/v1/messages");
    }
    expect(await usable(none)).toBe(false);
  });

  test("WEB-2 (part): a search that failed on its side is a failure", async () => {
    const content = [
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
      },
      { type: "text", text: "Sorry." },
    ];
    await using double = await startDouble([{ body: { content } }]);
    expect(await rejectionOf(search("anthropic", double))).toMatchObject({
      message: "its search failed (max_uses_exceeded)",
    });
  });
});

test("WEB-2 (part): codex that fails in the middle of its stream says so", async () => {
  const failed = { type: "response.failed", response: { error: { message: "out of breath" } } };
  await using double = await startDouble([
    { body: `data: ${JSON.stringify(failed)}\n\n` },
    { body: 'data: {"type":"response.created"}\n\n' },
  ]);
  expect(await rejectionOf(search("codex", double))).toMatchObject({
    message: "its search failed (out of breath)",
  });
  expect(await rejectionOf(search("codex", double))).toMatchObject({ name: "SearchFailure" });
});
