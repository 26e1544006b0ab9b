import { describe, expect, test } from "bun:test";
import { PRESETS } from "../presets/index.ts";
import type { ProviderEntry } from "../provider-entry.ts";
import { buildRegistry } from "./registry.ts";
import type { Registry, RegistryInput } from "./registry.ts";

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

describe("MODL-4: a mistake is told and costs only itself", () => {
  const cases: readonly (readonly [string, ProviderEntry, string])[] = [
    ["no name", { ...ACME, name: " " }, "has no name"],
    ["a slash in the name", { ...ACME, name: "a/b" }, "must not contain a slash"],
    ["no address", without(ACME, "baseUrl"), "needs a base_url"],
    ["an address that is none", { ...ACME, baseUrl: "localhost:1" }, "not a web address"],
    ["no api anywhere", without(ACME, "api"), "has no api"],
    ["no key", without(ACME, "keyEnv"), 'auth = "none"'],
    ["a model without an id", { ...ACME, models: [{ id: "" }] }, "has no id"],
    ["a negative window", { ...ACME, models: [{ id: "m", contextWindow: -1 }] }, "context_window"],
    ["a window that is no number", { ...ACME, contextWindow: Number.NaN }, "context_window"],
    ["no room for a reply", { ...ACME, models: [{ id: "m", maxTokens: 0 }] }, "max_tokens"],
    ["a negative price", { ...ACME, cost: { input: -1, output: 0 } }, "not below 0"],
    ["nothing to override", { name: "openai" }, "changes nothing"],
    ["nothing known to override", { name: "nobody" }, "no built-in provider"],
    [
      "only overrides for nobody",
      { name: "nobody", modelOverrides: { m: {} } },
      "no built-in provider",
    ],
    [
      "discovery without an api",
      { name: "box", discovery: { type: "openai" }, baseUrl: "http://b" },
      "needs an api",
    ],
    ["an address without an api", { name: "box", baseUrl: "http://b" }, "needs an api"],
    ["a bad override", { name: "openai", modelOverrides: { m: { maxTokens: -5 } } }, "max_tokens"],
  ];
  test.each(cases)("MODL-4: %s", (_, entry, words) => {
    const registry = build({ entries: [entry] });
    expect(registry.problems.map(({ message }) => message).join("\n")).toContain(words);
    expect(registry.models.length).toBeGreaterThanOrEqual(build().models.length);
  });

  const fine: readonly (readonly [string, ProviderEntry])[] = [
    ["a server without keys", { ...without(ACME, "keyEnv"), auth: "none" }],
    [
      "api on each model",
      { ...without(ACME, "api"), models: [{ id: "m", api: "anthropic-messages" }] },
    ],
    ["an unknown window", { ...ACME, models: [{ id: "m", contextWindow: 0 }] }],
    ["another key for a preset", { name: "openai", apiKey: "MY_KEY" }],
    ["another address for a preset", { name: "openai", baseUrl: "https://proxy.test/v1" }],
    ["discovery at a preset", { name: "ollama", discovery: { type: "ollama" } }],
    ["a provider whose models are named when used", without(ACME, "models")],
  ];
  test.each(fine)("MODL-4: %s is fine", (_, entry) => {
    expect(build({ entries: [entry] }).problems).toEqual([]);
  });

  test("MODL-4: one bad model leaves its neighbours, one bad entry leaves the others", () => {
    const models = [{ id: "good" }, { id: "bad", contextWindow: -1 }];
    const registry = build({ entries: [{ ...ACME, models }, { name: "nobody" }] });
    expect(registry.models.map(({ id }) => id)).toContain("good");
    expect(registry.models.map(({ id }) => id)).not.toContain("bad");
    expect(registry.problems.map(({ provider, model }) => [provider, model])).toEqual([
      ["acme", "bad"],
      ["nobody", undefined],
    ]);
  });

  test("MODL-4: an override for a model of nobody is told", () => {
    const { problems } = build({ modelOverrides: { "gpt-6-sol": { maxTokens: 5 } } });
    expect(problems[0]?.message).toContain('write it as "provider/model"');
  });
});

function without(entry: ProviderEntry, key: keyof ProviderEntry): ProviderEntry {
  const { [key]: _gone, ...rest } = entry;
  return { ...rest, name: entry.name };
}
