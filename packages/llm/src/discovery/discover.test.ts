import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FetchPort } from "../ports.ts";
import { discoverLocal } from "./discover.ts";
import type { DiscoveryInput } from "./discover.ts";

type Route = (body: unknown) => unknown;

/** A fetch that knows some addresses; the others refuse the connection. */
function net(routes: Readonly<Record<string, Route>>) {
  const asked: { readonly url: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  const fetch: FetchPort = async (url, { headers, body }) => {
    asked.push({ url, headers });
    const route = routes[url];
    if (!route) throw new Error("ECONNREFUSED");
    const answer = route(body === undefined ? undefined : JSON.parse(String(body)));
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { asked, fetch };
}

/** A clock whose timers fire only when told to. */
function handClock() {
  const timers = new Map<() => void, number>();
  return {
    timers,
    clock: {
      timer(ms: number, fire: () => void) {
        timers.set(fire, ms);
        return { cancel: () => void timers.delete(fire) };
      },
    },
    strike: () => {
      for (const fire of timers.keys()) fire();
    },
  };
}

function discover(routes: Readonly<Record<string, Route>>, input: Partial<DiscoveryInput> = {}) {
  const { fetch, asked } = net(routes);
  const { clock, timers } = handClock();
  return { found: discoverLocal({ env: {}, fetch, clock, ...input }), asked, timers };
}

const OLLAMA = "http://127.0.0.1:11434";

function ollama(show: Readonly<Record<string, unknown>>, ps: readonly unknown[] = []) {
  return {
    [`${OLLAMA}/api/tags`]: () => ({ models: Object.keys(show).map((name) => ({ name })) }),
    [`${OLLAMA}/api/ps`]: () => ({ models: ps }),
    [`${OLLAMA}/api/show`]: (body: unknown) => show[(body as { model: string }).model],
  };
}

const qwen = {
  capabilities: ["completion", "tools", "thinking"],
  model_info: { "general.architecture": "qwen3", "qwen3.context_length": 131_072 },
};

describe("MODL-6: Ollama", () => {
  test("MODL-6: a model has the window it runs with, and a note when it could do more", async () => {
    const { found, notes } = await discover(ollama({ "qwen3:8b": qwen })).found;
    const note = "Ollama runs it with 4096 of 131072 tokens: set OLLAMA_CONTEXT_LENGTH or num_ctx";
    expect(found).toEqual([
      {
        provider: "ollama",
        type: "ollama",
        api: "openai-completions",
        baseUrl: `${OLLAMA}/v1`,
        models: [{ id: "qwen3:8b", contextWindow: 4096, reasoning: true, input: ["text"], note }],
      },
    ]);
    expect(notes).toContain(`ollama/qwen3:8b: ${note}`);
  });

  test("MODL-6: what is loaded beats num_ctx, that beats the environment, that beats 4096", async () => {
    const tuned = { ...qwen, parameters: 'stop "<|end|>"\nnum_ctx                        16384' };
    const window = async (facts: unknown, env = {}, ps: readonly unknown[] = []) => {
      const { found } = await discover(ollama({ m: facts }, ps), { env }).found;
      return found[0]?.models[0]?.contextWindow;
    };
    const env = { OLLAMA_CONTEXT_LENGTH: "32768" };
    expect(await window(tuned, env, [{ name: "m", context_length: 65_536 }])).toBe(65_536);
    expect(await window(tuned, env)).toBe(16_384);
    expect(await window(qwen, env)).toBe(32_768);
    expect(await window(qwen, { OLLAMA_CONTEXT_LENGTH: "many" })).toBe(4096);
    // More than the model was made for is not to be had.
    expect(await window(qwen, { OLLAMA_CONTEXT_LENGTH: "999999" })).toBe(131_072);
  });

  test("MODL-6: no note when a model runs with all it has", async () => {
    const small = { model_info: { "gemma.context_length": 4096 } };
    const { found, notes } = await discover(ollama({ small })).found;
    expect(found[0]?.models).toEqual([
      { id: "small", contextWindow: 4096, reasoning: false, input: ["text"] },
    ]);
    expect(notes.some((note) => note.startsWith("ollama"))).toBe(false);
  });

  test("MODL-6: embedding models are left out, models with eyes are known", async () => {
    const models = {
      embed: { capabilities: ["embedding"] },
      eyes: { capabilities: ["completion", "vision"] },
    };
    const { found } = await discover(ollama(models)).found;
    expect(found[0]?.models.map(({ id, input }) => [id, input])).toEqual([
      ["eyes", ["text", "image"]],
    ]);
  });

  test("MODL-6: a model that runs in the cloud has all its context", async () => {
    const routes = {
      ...ollama({ big: qwen }),
      [`${OLLAMA}/api/tags`]: () => ({ models: [{ name: "big", remote_host: "https://o.test" }] }),
    };
    const { found } = await discover(routes).found;
    expect(found[0]?.models[0]).toMatchObject({ contextWindow: 131_072 });
  });

  test("MODL-6: a model that cannot be shown is assumed small, and that is said", async () => {
    const { found } = await discover({
      ...ollama({ a: qwen, b: qwen }),
      [`${OLLAMA}/api/show`]: () => new Response("busy", { status: 500 }),
    }).found;
    expect(found[0]?.models).toEqual(
      ["a", "b"].map((id) => ({
        id,
        contextWindow: 4096,
        note: "Ollama did not say how it runs it: 4096 tokens are assumed",
      })),
    );
  });
});

describe("MODL-6: other servers", () => {
  test("MODL-6: llama.cpp tells its context in its properties", async () => {
    const root = "http://127.0.0.1:8080";
    const routes = {
      [`${root}/v1/models`]: () => ({ data: [{ id: "qwen.gguf" }] }),
      [`${root}/props`]: () => ({
        default_generation_settings: { n_ctx: 65_536 },
        modalities: { vision: true },
      }),
    };
    expect((await discover(routes).found).found).toEqual([
      {
        provider: "llama.cpp",
        type: "llama.cpp",
        api: "openai-responses",
        baseUrl: `${root}/v1`,
        models: [{ id: "qwen.gguf", contextWindow: 65_536, input: ["text", "image"] }],
      },
    ]);
  });

  test("MODL-6: LM Studio tells the context of what is loaded", async () => {
    const root = "http://127.0.0.1:1234";
    const routes = {
      [`${root}/v1/models`]: () => ({ data: [{ id: "a" }, { id: "b" }, { id: "e" }] }),
      [`${root}/api/v0/models`]: () => ({
        data: [
          { id: "a", type: "vlm", loaded_context_length: 8192, max_context_length: 32_768 },
          { id: "b", type: "llm", state: "not-loaded", max_context_length: 32_768 },
          { id: "e", type: "embeddings" },
        ],
      }),
    };
    const { found } = await discover(routes).found;
    expect(found[0]?.models).toEqual([
      {
        id: "a",
        contextWindow: 8192,
        input: ["text", "image"],
        note: "LM Studio loaded it with 8192 of 32768 tokens: raise the context length in its settings",
      },
      { id: "b", input: ["text"] },
    ]);
  });

  test("MODL-6: variables say where servers are and what key they want", async () => {
    const env = {
      OLLAMA_BASE_URL: "http://gpu:11434/v1/",
      LM_STUDIO_BASE_URL: "http://lm:1/v1",
      LLAMA_CPP_BASE_URL: "http://cpp:2",
      OLLAMA_API_KEY: "secret",
    };
    const { found, asked } = discover({}, { env });
    await found;
    expect(asked.map(({ url }) => url).sort()).toEqual([
      "http://cpp:2/models",
      "http://cpp:2/props",
      "http://cpp:2/v1/models",
      "http://gpu:11434/api/ps",
      "http://gpu:11434/api/tags",
      "http://lm:1/api/v0/models",
      "http://lm:1/v1/models",
    ]);
    const keyed = asked.filter(({ headers }) => headers["authorization"] === "Bearer secret");
    expect(keyed.map(({ url }) => new URL(url).host)).toEqual(["gpu:11434", "gpu:11434"]);
  });

  test("MODL-6: a configured server speaks for itself unless it asks for discovery", async () => {
    const entries = [
      { name: "ollama", baseUrl: "http://a:1/v1" },
      { name: "llama.cpp", baseUrl: "http://b:2/v1" },
      { name: "lm-studio", baseUrl: "http://c:3/v1" },
      {
        name: "farm",
        api: "openai-completions" as const,
        baseUrl: "http://farm.test/openai",
        keyEnv: ["FARM_KEY"],
        discovery: { type: "openai" as const },
      },
      {
        name: "shed",
        baseUrl: "http://shed.test:11434",
        discovery: { type: "ollama" as const },
      },
    ];
    const routes = {
      "http://farm.test/openai/models": () => ({ data: [{ id: "m", max_model_len: 32_768 }] }),
      "http://shed.test:11434/api/tags": () => ({ models: [] }),
    };
    const { found, asked } = discover(routes, { entries, env: { FARM_KEY: "k" } });
    expect((await found).found).toMatchObject([
      {
        provider: "farm",
        baseUrl: "http://farm.test/openai",
        models: [{ id: "m", contextWindow: 32_768 }],
      },
      { provider: "shed", baseUrl: "http://shed.test:11434/v1", models: [] },
    ]);
    expect(asked.every(({ url }) => url.includes("farm") || url.includes("shed"))).toBe(true);
    expect(asked[0]?.headers).toEqual({ authorization: "Bearer k" });
  });
});

describe("MODL-6: nothing holds us up", () => {
  test("MODL-6: servers that are not there are only a note", async () => {
    const { found, timers } = discover({});
    expect(await found).toEqual({
      found: [],
      notes: [
        "ollama at http://127.0.0.1:11434: ECONNREFUSED",
        "lm-studio at http://127.0.0.1:1234: ECONNREFUSED",
        "llama.cpp at http://127.0.0.1:8080: ECONNREFUSED",
      ],
    });
    expect(timers.size).toBe(0);
  });

  test("MODL-6: after a second everything is over, even for a port that ignores its signal", async () => {
    const { clock, strike, timers } = handClock();
    const signals: AbortSignal[] = [];
    const fetch: FetchPort = (_url, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const running = discoverLocal({ env: {}, fetch, clock });
    expect([...timers.values()]).toEqual([1000, 1000, 1000]);
    strike();
    const { found, notes } = await running;
    expect(found).toEqual([]);
    expect(notes).toHaveLength(3);
    expect(notes[0]).toContain("no answer within 1000 ms");
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test("MODL-6: what had arrived when time ran out is kept", async () => {
    const { clock, strike } = handClock();
    const { promise: shown, resolve: show } = Promise.withResolvers<void>();
    const { fetch } = net(ollama({ "qwen3:8b": qwen }));
    const slow: FetchPort = (url, init) => {
      if (!url.endsWith("/api/show")) return fetch(url, init);
      show();
      return new Promise(() => {});
    };
    const running = discoverLocal({ env: {}, fetch: slow, clock });
    await shown;
    strike();
    expect((await running).found[0]?.models).toMatchObject([
      { id: "qwen3:8b", contextWindow: 4096 },
    ]);
  });

  test("MODL-6: a port that throws at once is a server that is not there", async () => {
    const { clock } = handClock();
    const fetch: FetchPort = () => {
      throw new Error("blocked");
    };
    expect((await discoverLocal({ env: {}, fetch, clock })).found).toEqual([]);
  });

  test("MODL-6: no answer, however odd, makes discovery fail", async () => {
    const { clock } = handClock();
    const answer = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((value) => `{"models":[{"name":"m"},${value}],"data":[${value},{"id":"m"}]}`),
      fc
        .json()
        .map((value) => `{"capabilities":${value},"model_info":{"a.context_length":${value}}}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1 }), async (answers) => {
        let turn = 0;
        const fetch: FetchPort = async () => new Response(answers[turn++ % answers.length] ?? "");
        const { found } = await discoverLocal({ env: {}, fetch, clock });
        for (const { models } of found) {
          for (const { id, contextWindow = 0 } of models) {
            expect(id).not.toBe("");
            expect(contextWindow).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
