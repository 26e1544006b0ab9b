import { describe, expect, test } from "bun:test";
import type { Tool } from "@squire/agent";
import { rejectionOf } from "@squire/testkit";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import type { ProviderId } from "./search-provider.ts";
import { startDouble, type Asked, type Double, type DoubleAnswer } from "./testing/double.ts";
import { VENDOR_ANSWERS } from "./testing/vendor-answers.ts";
import { webSearchTool } from "./web-search.ts";

type Setup = { readonly keys?: readonly string[]; readonly order?: readonly ProviderId[] };

/** Every provider at the same place; which one is asked shows in the path. */
function toolFor(double: Double, { keys = [], order = [] }: Setup): Tool {
  return webSearchTool({
    fetch: double.fetch,
    order: () => order,
    access: {
      key: (name) => (keys.includes(name) ? `secret-${name}` : null),
      baseUrl: (id) => (id === "searxng" ? null : `${double.url}/${id}`),
    },
  });
}

const PATHS: readonly ProviderId[] = ["exa", "tavily", "brave", "mojeek", "perplexity"];

function providerOf({ path }: Asked): ProviderId {
  return PATHS.find((id) => path.startsWith(`/${id}/`)) ?? "zai";
}

/** Everybody answers well, but for those named. */
function answering(
  others: Partial<Record<ProviderId, DoubleAnswer>> = {},
): (asked: Asked) => DoubleAnswer {
  return (asked) => {
    const id = providerOf(asked);
    return others[id] ?? { body: VENDOR_ANSWERS[id] };
  };
}

const KEYS = ["EXA_API_KEY", "TAVILY_API_KEY", "BRAVE_API_KEY"];

describe("web_search", () => {
  test("WEB-1: results as data and in words, framed as from strangers", async () => {
    await using double = await startDouble(answering());
    const tool = toolFor(double, { keys: ["TAVILY_API_KEY"] });
    const output = await runTool(tool, { query: "lamps" }, bench("/nowhere"));
    const answer = {
      text: "Lamps give light.",
      citations: ["https://one.test/a", "https://two.test/b"],
    };
    expect(output.details).toEqual({
      untrusted: true,
      data: {
        provider: "tavily",
        results: [
          {
            title: "First page",
            url: "https://one.test/a",
            snippet: "Words of one",
            score: 0.81,
            published: "2029-11-16",
          },
          { title: "Second page", url: "https://two.test/b", snippet: "Words of two", score: 0.5 },
        ],
        tried: [],
        answer,
      },
    });
    expect(textOf(output)).toBe(
      [
        "Found by tavily:",
        '<untrusted source="tavily search">',
        "1. First page\nhttps://one.test/a (2029-11-16)\nWords of one\n",
        "2. Second page\nhttps://two.test/b\nWords of two\n",
        "Answer by tavily, to be checked: Lamps give light.",
        "</untrusted>",
      ].join("\n"),
    );
  });

  test("WEB-3: auto goes on after an error and after nothing, and names who answered", async () => {
    await using double = await startDouble(
      answering({ exa: { status: 401 }, tavily: { body: { results: [] } } }),
    );
    const tool = toolFor(double, { keys: KEYS });
    const output = await runTool(tool, { query: "lamps" }, bench("/nowhere"));
    expect(double.asked.map(providerOf)).toEqual(["exa", "tavily", "brave"]);
    expect(output.details.data).toMatchObject({ provider: "brave" });
    expect(textOf(output)).toStartWith("Found by brave:");
    expect(textOf(output)).toEndWith(
      "(asked before: exa: it does not accept the key (401); tavily: nothing found)",
    );
    expect(textOf(output)).not.toContain("secret");
  });

  test("C22: without any key the keyless engine is asked", async () => {
    await using double = await startDouble(answering());
    const output = await runTool(toolFor(double, {}), { query: "x" }, bench("/nowhere"));
    expect(output.details.data).toMatchObject({ provider: "mojeek" });
  });

  test("WEB-3: the configured order counts, and only what is in it", async () => {
    await using double = await startDouble(answering({ brave: { status: 500 } }));
    const tool = toolFor(double, { keys: KEYS, order: ["brave", "exa"] });
    const output = await runTool(tool, { query: "x" }, bench("/nowhere"));
    expect(double.asked.map(providerOf)).toEqual(["brave", "exa"]);
    expect(output.details.data).toMatchObject({ provider: "exa" });
  });

  test("WEB-3 (part): when nobody can answer, everybody's reason is told", async () => {
    await using double = await startDouble(
      answering({ exa: { status: 402 }, mojeek: { body: "<p>automated queries</p>" } }),
    );
    const tool = toolFor(double, { keys: ["EXA_API_KEY"], order: ["exa", "mojeek"] });
    expect(await told(tool, { query: "x" }, bench("/nowhere"))).toBe(
      "! No search provider could answer. exa: its quota is used up (402); mojeek: it blocks us, or its pages look different than before.",
    );
    const none = toolFor(double, { order: ["exa", "searxng"] });
    expect(await told(none, { query: "x" }, bench("/nowhere"))).toBe(
      "! No search provider is set up: exa needs EXA_API_KEY, searxng needs web.searxng_url.",
    );
  });

  test("WEB-3 (part): nothing found is an answer", async () => {
    const nothing = { body: "<p>No pages found matching x</p>" };
    await using double = await startDouble(answering({ mojeek: nothing }));
    const output = await runTool(toolFor(double, {}), { query: "x" }, bench("/nowhere"));
    expect(textOf(output)).toBe(
      "Nothing was found. Try other words.\n(asked before: mojeek: nothing found)",
    );
  });

  test("WEB-1 (part): one provider by name, and no other", async () => {
    await using double = await startDouble(answering({ brave: { status: 500 } }));
    const tool = toolFor(double, { keys: KEYS });
    expect(await told(tool, { query: "x", provider: "brave" }, bench("/nowhere"))).toContain(
      "! No search provider could answer. brave: it answered 500",
    );
    expect(double.asked).toHaveLength(1);
    expect(await told(tool, { query: "x", provider: "zai" }, bench("/nowhere"))).toContain(
      "zai needs ZAI_API_KEY",
    );
    expect(tool.prepare({ query: "x", provider: "google" }).ok).toBe(false);
  });

  test("WEB-1 (part): how many and how new", async () => {
    await using double = await startDouble(answering());
    const tool = toolFor(double, { keys: ["TAVILY_API_KEY"] });
    const at = bench("/nowhere");
    const first = await runTool(tool, { query: "x", topK: 1, recency: "month" }, at);
    expect(first.details.data).toMatchObject({ results: [{ url: "https://one.test/a" }] });
    expect(double.asked[0]?.body).toMatchObject({ max_results: 1, time_range: "month" });
    await at.clock.advance(1000);
    await runTool(tool, { query: "x", topK: 999 }, at);
    expect(double.asked[1]?.body).toMatchObject({ max_results: 20 });
    const prepared = tool.prepare({ query: " lamps " });
    expect(prepared.ok && prepared.call).toMatchObject({
      effect: "network",
      subject: "lamps",
      summary: "search lamps",
    });
  });
});

describe("pace", () => {
  test("WEB-11: searches by one provider are kept apart", async () => {
    await using double = await startDouble(answering());
    const tool = toolFor(double, {});
    const at = bench("/nowhere");
    await runTool(tool, { query: "one" }, at);
    const second = runTool(tool, { query: "two" }, at);
    // The limit of time and the wait for its turn.
    await at.clock.whenPending(2);
    await at.clock.advance(1999);
    expect(double.asked).toHaveLength(1);
    await at.clock.advance(1);
    await second;
    expect(double.asked.map(({ query }) => query["q"])).toEqual(["one", "two"]);
  });

  test("WEB-11: Retry-After is respected: meanwhile the next provider is asked", async () => {
    const busy = { status: 429, headers: { "retry-after": "60" } };
    await using double = await startDouble(answering({ exa: busy }));
    const tool = toolFor(double, { keys: ["EXA_API_KEY", "BRAVE_API_KEY"] });
    const at = bench("/nowhere");
    await runTool(tool, { query: "x" }, at);
    await at.clock.advance(30_000);
    const output = await runTool(tool, { query: "x" }, at);
    expect(double.asked.map(providerOf)).toEqual(["exa", "brave", "brave"]);
    expect(textOf(output)).toContain("exa: it is left alone for 30 more seconds");
    await at.clock.advance(30_000);
    await runTool(tool, { query: "x" }, at);
    expect(double.asked.map(providerOf).slice(3)).toEqual(["exa", "brave"]);
  });

  test("WEB-11 (part): a provider that does not answer is given up after half a minute", async () => {
    await using double = await startDouble(answering());
    const at = bench("/nowhere");
    const hanging = webSearchTool({
      order: () => ["exa", "mojeek"],
      access: { key: () => "k", baseUrl: (id) => `${double.url}/${id}` },
      fetch: (url, init) =>
        url.includes("/exa/")
          ? new Promise((_, reject) => {
              init.signal.addEventListener("abort", () => reject(init.signal.reason as Error));
            })
          : double.fetch(url, init),
    });
    const work = runTool(hanging, { query: "x" }, at);
    await at.clock.whenPending();
    await at.clock.advance(30_000);
    expect(textOf(await work)).toContain("(asked before: exa: it took too long)");
  });

  test("WEB-11 (part): the user's stop is no reason to ask somebody else", async () => {
    await using double = await startDouble(answering());
    const stop = new AbortController();
    const at = bench("/nowhere", { signal: stop.signal });
    const tool = webSearchTool({
      order: () => ["exa", "mojeek"],
      access: { key: () => "k", baseUrl: (id) => `${double.url}/${id}` },
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init.signal.addEventListener("abort", () => reject(init.signal.reason as Error));
          stop.abort(new Error("stop"));
        }),
    });
    expect(await rejectionOf(runTool(tool, { query: "x" }, at))).toMatchObject({ message: "stop" });
    expect(double.asked).toEqual([]);
  });
});
