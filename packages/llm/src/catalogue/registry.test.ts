import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PRESETS } from "../presets/index.ts";
import type { ModelEntry, ModelInfo, ProviderEntry } from "../provider-entry.ts";
import { endpointOf } from "./endpoint-of.ts";
import { listAll, listAvailable, providerNamed } from "./listing.ts";
import { loadCatalogue } from "./prices.ts";
import { buildRegistry } from "./registry.ts";
import type { Registry, RegistryInput } from "./registry.ts";
import { resolveModel } from "./resolve.ts";

const ACME: ProviderEntry = {
  name: "acme",
  api: "openai-completions",
  baseUrl: "https://api.acme.test/v1",
  keyEnv: ["ACME_KEY"],
  models: [{ id: "road-runner" }],
};

function build(input: Partial<RegistryInput> = {}): Registry {
  return buildRegistry({ presets: PRESETS, ...input });
}

function find(registry: Registry, provider: string, id: string): ModelInfo | undefined {
  return registry.models.find((model) => model.provider === provider && model.id === id);
}

describe("MODL-1: a vendor is an entry", () => {
  test("MODL-1: a made-up vendor works from its entry alone", () => {
    const registry = build({
      entries: [
        { ...ACME, models: [{ id: "road-runner" }, { id: "coyote" }], contextWindow: 128_000 },
      ],
    });
    expect(registry.problems).toEqual([]);
    const found = resolveModel("acme", registry);
    if (found.type !== "ok") throw new Error("not found");
    expect(endpointOf(found.model)).toEqual({
      target: {
        provider: "acme",
        api: "openai-completions",
        reasoning: false,
        compat: {
          supportsStore: false,
          supportsDeveloperRole: false,
          supportsCacheKey: false,
          maxTokensField: "max_tokens",
          supportsImages: false,
        },
      },
      model: "road-runner",
      baseUrl: "https://api.acme.test/v1",
      headers: {},
      auth: "bearer",
      keyless: false,
      timeouts: { firstByteMs: 30_000, idleMs: 300_000 },
    });
    expect(found.model.contextWindow).toBe(128_000);
  });

  test("MODL-1: the default is the one that is named, else the first", () => {
    const models = [{ id: "a" }, { id: "b" }];
    const named = build({ entries: [{ ...ACME, models, default: "b" }] });
    expect(resolveModel("acme", named)).toMatchObject({ type: "ok", model: { id: "b" } });
    const over = build({ entries: [{ name: "openai", models }] });
    expect(resolveModel("openai", over)).toMatchObject({ type: "ok", model: { id: "a" } });
  });
});

describe("MODL-5: layers", () => {
  test("MODL-5: headers of a model beat those of its provider, whatever their case", () => {
    const entry = {
      ...ACME,
      headers: { "X-A": "provider", "X-B": "provider" },
      models: [{ id: "m", headers: { "x-a": "model" } }],
    };
    expect(find(build({ entries: [entry] }), "acme", "m")?.headers).toEqual({
      "x-a": "model",
      "X-B": "provider",
    });
  });

  test("MODL-5: compat merges deeply through every layer", () => {
    const registry = build({
      entries: [
        {
          name: "openai",
          compat: { thinkingLevels: { max: "ultra" }, extraBody: { a: 1, b: { c: 1 } } },
          modelOverrides: { "gpt-6-sol": { compat: { extraBody: { b: { d: 2 } } } } },
        },
      ],
      modelOverrides: { "openai/gpt-6-sol": { compat: { supportsStore: false } } },
    });
    expect(find(registry, "openai", "gpt-6-sol")?.compat).toMatchObject({
      supportsStore: false,
      supportsDeveloperRole: true,
      thinkingLevels: { off: "none", high: "high", max: "ultra" },
      extraBody: { a: 1, b: { c: 1, d: 2 } },
    });
  });

  test("MODL-5: a provider override reaches every built-in model", () => {
    const entry = { name: "openai", baseUrl: "https://proxy.test/v1/", headers: { "X-Org": "1" } };
    const own = build({ entries: [entry] }).models.filter(({ provider }) => provider === "openai");
    expect(own.length).toBeGreaterThan(3);
    for (const { baseUrl, headers } of own) {
      expect([baseUrl, headers]).toEqual(["https://proxy.test/v1", { "X-Org": "1" }]);
    }
  });

  test("MODL-5: a custom model with the id of a built-in replaces it; a bare id only names it", () => {
    const replaced = build({
      entries: [{ name: "openai", models: [{ id: "gpt-6-sol", name: "Mine" }] }],
    });
    expect(find(replaced, "openai", "gpt-6-sol")).toMatchObject({ name: "Mine", contextWindow: 0 });
    const named = build({ entries: [{ name: "openai", models: [{ id: "gpt-6-sol" }] }] });
    expect(find(named, "openai", "gpt-6-sol")).toMatchObject({
      contextWindow: 1_050_000,
      reasoning: true,
      source: "config",
    });
    expect(find(named, "openai", "gpt-6-luna")).toBeDefined();
  });

  test("MODL-5: discovered models come after custom ones, and overrides have the last word", () => {
    const registry = build({
      entries: [
        { name: "ollama", models: [{ id: "qwen3:8b", name: "Qwen", contextWindow: 40_960 }] },
      ],
      discovered: [
        {
          provider: "ollama",
          type: "ollama",
          api: "openai-completions",
          baseUrl: "http://127.0.0.1:11434/v1",
          models: [
            { id: "qwen3:8b", contextWindow: 4096 },
            { id: "llama3", contextWindow: 4096 },
          ],
        },
      ],
      modelOverrides: { "ollama/llama3": { contextWindow: 8192 } },
    });
    expect(find(registry, "ollama", "qwen3:8b")).toMatchObject({
      name: "Qwen",
      contextWindow: 4096,
    });
    expect(find(registry, "ollama", "llama3")).toMatchObject({
      contextWindow: 8192,
      source: "discovered",
      keyless: true,
    });
  });

  test("MODL-5: the last layer that states a window wins", () => {
    const window = fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined });
    fc.assert(
      fc.property(window, window, window, window, (provider, model, own, last) => {
        const registry = build({
          entries: [
            {
              name: "openai",
              apiKey: "K",
              ...(provider ? { contextWindow: provider } : {}),
              ...(model ? { models: [{ id: "gpt-6-sol", contextWindow: model }] } : {}),
              ...(own ? { modelOverrides: { "gpt-6-sol": { contextWindow: own } } } : {}),
            },
          ],
          modelOverrides: last ? { "openai/gpt-6-sol": { contextWindow: last } } : {},
        });
        const expected = last ?? own ?? model ?? provider ?? 1_050_000;
        expect(find(registry, "openai", "gpt-6-sol")?.contextWindow).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("MODL-5: no entry, however odd, drops a built-in model or throws", () => {
    const keys = new Set(build().models.map(({ provider, id }) => `${provider}/${id}`));
    const text = fc.oneof(
      fc.constantFrom("openai", "ollama", "acme", "__proto__", ""),
      fc.string(),
    );
    const model: fc.Arbitrary<ModelEntry> = fc.record(
      { id: text, contextWindow: fc.double(), compat: fc.object() },
      { requiredKeys: ["id"] },
    );
    const entry: fc.Arbitrary<ProviderEntry> = fc.record(
      {
        name: text,
        baseUrl: fc.oneof(fc.webUrl(), text),
        api: fc.constant("openai-responses" as const),
        models: fc.array(model, { maxLength: 3 }),
        contextWindow: fc.integer(),
        headers: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
      },
      { requiredKeys: ["name"] },
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        const built = build({ entries }).models.map(({ provider, id }) => `${provider}/${id}`);
        expect(keys.difference(new Set(built)).size).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

test("MODL-3: a config can state everything about a model", () => {
  const stated: ModelEntry = {
    id: "m",
    name: "Model M",
    api: "anthropic-messages",
    reasoning: true,
    input: ["text", "image"],
    cost: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 },
    contextWindow: 0,
    maxTokens: 8192,
    headers: { "X-M": "1" },
    compat: { supportsImages: true },
    promotionTarget: "acme/large",
  };
  expect(find(build({ entries: [{ ...ACME, models: [stated] }] }), "acme", "m")).toEqual({
    ...stated,
    name: "Model M",
    api: "anthropic-messages",
    provider: "acme",
    baseUrl: "https://api.acme.test/v1",
    auth: "x-api-key",
    keyless: false,
    reasoning: true,
    input: ["text", "image"],
    contextWindow: 0,
    headers: { "X-M": "1" },
    compat: { supportsImages: true },
    source: "config",
  });
});

test("MODL-7: everything is listed, but only what can be asked is available", () => {
  const registry = build({
    discovered: [
      {
        provider: "ollama",
        type: "ollama",
        api: "openai-completions",
        baseUrl: "http://127.0.0.1:11434/v1",
        models: [{ id: "qwen3:8b" }],
      },
    ],
  });
  expect(listAll(registry)).toBe(registry.models);
  const providers = (has: (name: string) => boolean) => [
    ...new Set(listAvailable(registry, has).map(({ provider }) => provider)),
  ];
  expect(providers(() => false)).toEqual(["ollama"]);
  expect(providers((name) => name === "groq")).toEqual(["groq", "ollama"]);
  // Azure has no address yet: a key alone does not make it usable.
  expect(providers(() => true)).not.toContain("azure");
});

test("MODL-19: window and price belong to the provider unless a model has its own", () => {
  const cost = { input: 1, output: 2 };
  const own = { input: 3, output: 4 };
  const entry = {
    ...ACME,
    contextWindow: 32_000,
    cost,
    models: [{ id: "a" }, { id: "b", contextWindow: 64_000, cost: own }],
  };
  const registry = build({ entries: [entry] });
  expect(find(registry, "acme", "a")).toMatchObject({ contextWindow: 32_000, cost });
  expect(find(registry, "acme", "b")).toMatchObject({ contextWindow: 64_000, cost: own });
});

test("MODL-19: the catalogue fills in only what nobody stated", async () => {
  const catalogue = await loadCatalogue();
  const entries = [
    { name: "anthropic", models: [{ id: "claude-opus-4-1" }], cost: { input: 1, output: 1 } },
    { name: "openai", models: [{ id: "gpt-5", contextWindow: 0 }] },
  ];
  const registry = build({ entries, catalogue });
  expect(find(registry, "anthropic", "claude-opus-4-1")).toMatchObject({
    name: "Claude Opus 4.1",
    contextWindow: 200_000,
    cost: { input: 1, output: 1 },
  });
  expect(find(registry, "openai", "gpt-5")).toMatchObject({
    contextWindow: 0,
    cost: { input: 1.25, output: 10 },
  });
  expect(find(build(), "openai", "gpt-6-sol")).not.toHaveProperty("cost");
});

describe("PROV-22: detection by address", () => {
  test("PROV-22: a provider of one's own at a known vendor has that vendor's quirks", () => {
    const entry = {
      ...ACME,
      baseUrl: "https://api.deepseek.com/v1",
      models: [{ id: "deepseek-v4-pro" }],
      compat: { extraBody: { user: "me" } },
    };
    const registry = build({ entries: [entry] });
    expect(find(registry, "acme", "deepseek-v4-pro")).toMatchObject({
      contextWindow: 1_000_000,
      reasoning: true,
      compat: {
        thinkingStyle: "deepseek",
        reasoningField: "reasoning_content",
        extraBody: { user: "me" },
        maxTokensField: "max_tokens",
      },
    });
    expect(providerNamed(registry, "acme")?.catalogueId).toBe("deepseek");
  });

  test("PROV-22: a vendor's other protocol does not have the quirks of the first", () => {
    const entry = {
      ...ACME,
      api: "anthropic-messages" as const,
      baseUrl: "https://api.deepseek.com/anthropic",
    };
    expect(find(build({ entries: [entry] }), "acme", "road-runner")?.compat).toEqual({});
  });

  test.each([
    ["https://api.openai.com/v1", "max_completion_tokens"],
    ["https://acme.openai.azure.com/openai/v1", "max_completion_tokens"],
    ["http://127.0.0.1:11434/v1", "max_tokens"],
    ["https://api.openai.com.evil.test/v1", "max_tokens"],
  ])("PROV-22: Chat Completions at %s limits a reply with %s", (baseUrl, field) => {
    const registry = build({ entries: [{ ...ACME, baseUrl }] });
    expect(find(registry, "acme", "road-runner")?.compat.maxTokensField).toBe(
      field as "max_tokens",
    );
  });
});
