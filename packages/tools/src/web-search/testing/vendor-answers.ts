import type { ProviderId } from "../search-provider.ts";

/** What each provider answers to a search with two results, in the form its documentation shows. */
export const VENDOR_ANSWERS: Readonly<Record<ProviderId, unknown>> = {
  exa: {
    requestId: "b5947044c4b78efa9552a7c89b306d95",
    resolvedSearchType: "neural",
    results: [
      {
        id: "https://one.test/a",
        title: "First <b>page</b>",
        url: "https://one.test/a",
        publishedDate: "2029-11-16T01:36:32.547Z",
        author: "A",
        score: 0.46,
        highlights: ["Words of one", "more words"],
        highlightScores: [0.4, 0.3],
      },
      { id: "2", title: "Second page", url: "https://two.test/b", text: "Words of two" },
    ],
    costDollars: { total: 0.005 },
  },
  tavily: {
    query: "lamps",
    answer: "Lamps give light.",
    images: [],
    results: [
      {
        title: "First page",
        url: "https://one.test/a",
        content: "Words of one",
        score: 0.81,
        raw_content: null,
        published_date: "2029-11-16",
      },
      { title: "Second page", url: "https://two.test/b", content: "Words of two", score: 0.5 },
    ],
    response_time: "1.67",
  },
  firecrawl: {
    success: true,
    data: {
      web: [
        {
          url: "https://one.test/a",
          title: "First page",
          description: "Words of one",
          position: 1,
        },
        { url: "https://two.test/b", title: "Second page", description: "Words of two" },
      ],
    },
    creditsUsed: 2,
  },
  brave: {
    type: "search",
    query: { original: "lamps" },
    web: {
      type: "search",
      results: [
        {
          type: "search_result",
          title: "First page",
          url: "https://one.test/a",
          description: "Words of <strong>one</strong> &amp; more",
          age: "1 day ago",
          page_age: "2029-11-16T01:36:32",
        },
        { title: "Second page", url: "https://two.test/b", description: "Words of two" },
      ],
    },
  },
  perplexity: {
    id: "p",
    model: "sonar",
    choices: [
      { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Light [1]." } },
    ],
    citations: ["https://one.test/a", "https://two.test/b"],
    search_results: [
      {
        title: "First page",
        url: "https://one.test/a",
        date: "2029-11-16",
        snippet: "Words of one",
      },
      { title: "Second page", url: "https://two.test/b", date: null, last_updated: null },
    ],
    usage: { total_tokens: 9 },
  },
  zai: {
    id: "z",
    created: 1_893_456_000,
    search_result: [
      {
        title: "First page",
        content: "Words of one",
        link: "https://one.test/a",
        media: "One",
        icon: "",
        refer: "ref_1",
        publish_date: "2029-11-16",
      },
      { title: "Second page", content: "Words of two", link: "https://two.test/b" },
    ],
  },
  searxng: {
    query: "lamps",
    number_of_results: 0,
    results: [
      {
        url: "https://one.test/a",
        title: "First page",
        content: "Words of one",
        engine: "x",
        score: 4,
        publishedDate: "2029-11-16T00:00:00",
      },
      { url: "https://two.test/b", title: "Second page", content: "Words of two", score: 1 },
    ],
    answers: [],
    unresponsive_engines: [],
  },
  anthropic: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [
      { type: "text", text: "I will search. " },
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "lamps" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: [
          {
            type: "web_search_result",
            url: "https://one.test/a",
            title: "First page",
            encrypted_content: "x",
            page_age: "November 16, 2029",
          },
          {
            type: "web_search_result",
            url: "https://two.test/b",
            title: "Second page",
            encrypted_content: "y",
            page_age: null,
          },
        ],
      },
      {
        type: "text",
        text: "Lamps give light.",
        citations: [
          {
            type: "web_search_result_location",
            url: "https://one.test/a",
            title: "First page",
            encrypted_index: "z",
            cited_text: "Words of one",
          },
        ],
      },
    ],
    stop_reason: "end_turn",
    usage: { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests: 1 } },
  },
  codex: codexStream(
    { type: "reasoning", id: "rs_1", summary: [] },
    {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: {
        type: "search",
        query: "lamps",
        sources: [
          { type: "url", url: "https://one.test/a?utm_source=openai" },
          { type: "url", url: "https://two.test/b", title: "Second page" },
        ],
      },
    },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      content: [
        {
          type: "output_text",
          text: "Lamps.\nWords of one ([one.test](https://one.test/a?utm_source=openai))",
          annotations: [
            {
              type: "url_citation",
              start_index: 21,
              end_index: 70,
              url: "https://one.test/a?utm_source=openai",
              title: "First page",
            },
          ],
        },
      ],
    },
  ),
  mojeek: `<!DOCTYPE html><html><body><div class="results"><ul class="results-standard">
<li class="r1"><a class="ob" href="https://one.test/a"><span class="url">one.test</span></a>
<h2><a class="title" title="https://one.test/a" href="https://one.test/a">First <strong>page</strong></a></h2>
<p class="i">one.test › a</p><p class="s">Words of <strong>one</strong></p></li>
<li class="r2"><h2><a class="title" href="https://two.test/b?x=1&amp;y=2">Second page</a></h2>
<p class="i">two.test › b</p></li></ul></div></body></html>`,
};

function codexStream(...items: readonly object[]): string {
  const events = [
    { type: "response.created", response: { id: "resp_1", output: [] } },
    ...items.map((item, at) => ({ type: "response.output_item.done", output_index: at, item })),
    { type: "response.completed", response: { id: "resp_1", output: [] } },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
