import { expect, test } from "bun:test";
import { load } from "./testing/load.ts";
import { timeoutsOf } from "./to-settings.ts";

const providers = async (user: string) => (await load({ user })).settings.providers;

test("MODL-1: the documented example becomes a provider", async () => {
  const { settings, problems, warnings } = await load({
    user: `
      default_model = "mock/test-1"
      [[providers]]
      name = "mock"
      kind = "openai"
      base_url = "http://127.0.0.1:9000/v1/"
      api_key_env = "MOCK_KEY"
      models = ["test-1"]
      context_window = 128000
    `,
  });
  expect([...problems, ...warnings]).toEqual([]);
  expect(settings.defaultModel).toBe("mock/test-1");
  expect(settings.providers).toEqual([
    {
      name: "mock",
      api: "openai-completions",
      baseUrl: "http://127.0.0.1:9000/v1",
      keyEnv: ["MOCK_KEY"],
      models: [{ id: "test-1" }],
      contextWindow: 128_000,
    },
  ]);
});

test("MODL-3: every field of a provider and its models arrives", async () => {
  const [provider] = await providers(`
    [[providers]]
    name = "p"
    api = "anthropic-messages"
    base_url = "https://p.example"
    api_key = "!pass p"
    auth_header = true
    headers = { "X-A" = "1" }
    model = "one"
    default = "two"
    max_tokens = 10
    cost = { input = 1, output = 2, cache_read = 0.5, cache_write = 3 }
    discovery = { type = "openai", base_url = "https://p.example/models/" }
    [providers.compat]
    supports_developer_role = false
    max_tokens_field = "max_tokens"
    thinking_levels = { high = "big" }
    openrouter_routing = { only = ["a"] }
    extra_body = { snake_case = { stays_so = [1] } }
    [[providers.models]]
    id = "two"
    name = "Two"
    api = "openai"
    reasoning = true
    input = ["text", "image"]
    cost = { input = 0, output = 0 }
    context_window = 0
    promotion_target = "p/one"
    [providers.model_overrides."x.y"]
    max_tokens = 7
  `);
  expect(provider).toEqual({
    name: "p",
    api: "anthropic-messages",
    baseUrl: "https://p.example",
    apiKey: "!pass p",
    auth: "bearer",
    headers: { "X-A": "1" },
    models: [
      { id: "one" },
      {
        id: "two",
        name: "Two",
        api: "openai-completions",
        reasoning: true,
        input: ["text", "image"],
        cost: { input: 0, output: 0 },
        contextWindow: 0,
        promotionTarget: "p/one",
      },
    ],
    default: "two",
    maxTokens: 10,
    cost: { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 3 },
    compat: {
      supportsDeveloperRole: false,
      maxTokensField: "max_tokens",
      thinkingLevels: { high: "big" },
      openrouterRouting: { only: ["a"] },
      extraBody: { snake_case: { stays_so: [1] } },
    },
    modelOverrides: { "x.y": { maxTokens: 7 } },
    discovery: { type: "openai", baseUrl: "https://p.example/models" },
  });
});

test("MODL-4: auth = none needs no key", async () => {
  expect(await providers("[[providers]]\nname = 'p'\nauth = 'none'")).toEqual([
    { name: "p", auth: "none", keyless: true },
  ]);
});

test("MODL-14: api_key_env may list several variables", async () => {
  expect(await providers("[[providers]]\nname = 'p'\napi_key_env = ['A', 'B']")).toEqual([
    { name: "p", keyEnv: ["A", "B"] },
  ]);
});

test("MODL-4: an entry whose address or key is wrong is left out, so that no key goes astray", async () => {
  const wrong = [
    "base_url = 3",
    "base_url = 'file:///etc/passwd'",
    "base_url = 'https://me:pw@x.example'",
    "base_url = ''",
    "kind = 'opanai'",
    "auth = 'basic'",
    "api_key = ''",
    "api_key_env = []",
    "headers = { a = 1 }",
  ];
  for (const line of wrong) {
    const user = `[[providers]]\nname = 'openai'\n${line}\n[[providers]]\nname = 'good'\nkind = 'openai'`;
    const { settings, problems } = await load({ user });
    expect(settings.providers.map(({ name }) => name)).toEqual(["good"]);
    expect(problems.map(({ severity, line: at }) => [severity, at])).toEqual([["error", 3]]);
  }
});

test("MODL-4: a wrong number costs only itself", async () => {
  const user =
    "[[providers]]\nname = 'p'\nkind = 'openai'\nmax_tokens = 0\ncontext_window = 'big'\nmodels = ['a', 3]";
  const { settings, problems } = await load({ user });
  expect(settings.providers).toEqual([
    { name: "p", api: "openai-completions", models: [{ id: "a" }] },
  ]);
  expect(problems.map(({ key }) => key)).toEqual([
    "providers[0].models[1]",
    "providers[0].context_window",
    "providers[0].max_tokens",
  ]);
});

test("MODL-4: names are plain and there is one entry for each", async () => {
  const user =
    "[[providers]]\nname = 'a/b'\n[[providers]]\nname = 'p'\n[[providers]]\nname = 'p'\n[[providers]]\nkind = 'openai'";
  const { settings, problems } = await load({ user });
  expect(settings.providers.map(({ name }) => name)).toEqual(["p"]);
  expect(problems.map(({ key, code }) => [key, code])).toEqual([
    ["providers[0].name", "bad-value"],
    ["providers[3].name", "missing-key"],
    ["providers[2].name", "bad-value"],
  ]);
});

test("PROV-14: timeouts are given in seconds", async () => {
  const { settings } = await load({ user: "[network]\ntimeout_first_byte = 0.5" });
  expect(timeoutsOf(settings)).toEqual({ firstByteMs: 500, idleMs: 300_000 });
});

test("CFG-4: plugins and hooks arrive in camel case; a broken one is left out whole", async () => {
  const { settings, problems } = await load({
    user: `
      [[plugins]]
      name = "files"
      command = "npx"
      args = ["-y", ""]
      auth = { type = "oauth", credential_id = "c" }
      [[plugins]]
      name = "broken"
      command = "rm"
      args = "all"
      [[hooks]]
      event = "Stop"
      command = "true"
      [[hooks]]
      event = "Sometimes"
      command = "true"
    `,
  });
  expect(settings.plugins).toEqual([
    { name: "files", command: "npx", args: ["-y", ""], auth: { type: "oauth", credentialId: "c" } },
  ]);
  expect(settings.hooks).toEqual([{ event: "Stop", command: "true" }]);
  expect(problems.map(({ key }) => key)).toEqual(["plugins[1].args", "hooks[1].event"]);
});

test("CFG-4: permission rules are texts or tables", async () => {
  const { settings } = await load({
    user: "[permissions]\nallow = ['read', { rule = 'web_fetch', tainted = true }]",
  });
  expect(settings.permissions.allow).toEqual([
    { rule: "read" },
    { rule: "web_fetch", tainted: true },
  ]);
});
