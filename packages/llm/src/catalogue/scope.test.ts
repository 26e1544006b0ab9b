import { describe, expect, test } from "bun:test";
import { PRESETS } from "../presets/index.ts";
import type { ModelInfo } from "../provider-entry.ts";
import { buildRegistry } from "./registry.ts";
import { initialModel, resolveScope } from "./scope.ts";
import type { InitialModel, Scope } from "./scope.ts";

const registry = buildRegistry({ presets: PRESETS });

function names({ models }: Scope): readonly string[] {
  return models.map(
    ({ model, thinking }) => `${model.provider}/${model.id}${thinking ? `:${thinking}` : ""}`,
  );
}

describe("MODL-12: scopes", () => {
  test("MODL-12: a canonical id stands for all its places, provider/model for itself", () => {
    expect(names(resolveScope(["gpt-6-luna"], registry))).toEqual([
      "openai/gpt-6-luna",
      "azure/gpt-6-luna",
      "openrouter/openai/gpt-6-luna",
      "cloudflare/openai/gpt-6-luna",
    ]);
    expect(names(resolveScope(["openrouter/openai/gpt-6-luna"], registry))).toEqual([
      "openrouter/openai/gpt-6-luna",
    ]);
  });

  test("MODL-12: globs act on concrete models, and a suffix reaches all of them", () => {
    expect(names(resolveScope(["deepseek/deepseek-v4-*:high"], registry))).toEqual([
      "deepseek/deepseek-v4-flash:high",
      "deepseek/deepseek-v4-pro:high",
    ]);
    const haiku = names(resolveScope(["*HAIKU*"], registry));
    expect(haiku).toEqual(["anthropic/claude-haiku-4-5"]);
  });

  test("MODL-12: each model comes once, in the order it was asked for", () => {
    const patterns = ["xai/grok-4.5", "xai/*", "mistral", "openai/brand-new:low"];
    expect(names(resolveScope(patterns, registry))).toEqual([
      "xai/grok-4.5",
      "xai/grok-4.6",
      "xai/grok-4.3",
      "mistral/mistral-medium-3-5",
      "openai/brand-new:low",
    ]);
  });

  test("MODL-12: what chooses nothing is told", () => {
    const { models, failed } = resolveScope(["nothing-*", "opus", "antropic"], registry);
    expect(models).toEqual([]);
    expect(failed.map(({ type, reference }) => [type, reference])).toEqual([
      ["unknown", "nothing-*"],
      ["ambiguous", "opus"],
      ["unknown", "antropic"],
    ]);
  });
});

describe("MODL-11: the first model", () => {
  const available = ({ provider }: ModelInfo) => ["groq", "deepseek"].includes(provider);
  const scope = resolveScope(["xai/*:low"], registry);
  const start = (input: Parameters<typeof initialModel>[0]): string => {
    const found: InitialModel = initialModel(input, registry, { available });
    if (found.type === "none") return "none";
    if (found.type === "failed") return `${found.from} ${found.why.type}`;
    const thinking = found.thinking ? `:${found.thinking}` : "";
    return `${found.from} ${found.model.provider}/${found.model.id}${thinking}`;
  };
  const saved = "openai/gpt-6-sol";
  const resumed = "groq/llama-3.1-8b-instant";

  test.each([
    [{ explicit: "zai:high", scope, resumed, saved }, "explicit zai/glm-5.3:high"],
    [{ scope, resumed, saved }, "resumed groq/llama-3.1-8b-instant"],
    [{ scope, saved }, "scope xai/grok-4.6:low"],
    // A session's model that cannot be asked any more: the scope does not apply to a resume.
    [{ scope, resumed: "xai/grok-4.6", saved }, "saved openai/gpt-6-sol"],
    [{ saved }, "saved openai/gpt-6-sol"],
    [{}, "provider deepseek/deepseek-v4-flash"],
    [{ explicit: "antropic" }, "explicit unknown"],
    // Nothing else is tried behind the user's back.
    [{ saved: "opus" }, "saved ambiguous"],
  ])("MODL-11: %j starts with %s", (input, expected) => {
    expect(start(input)).toBe(expected);
  });

  test("MODL-11: without a default the first available model is taken, without any none", () => {
    const presets = [
      { name: "a", api: "openai-responses" as const, baseUrl: "http://a.test", default: "gone" },
      {
        name: "b",
        api: "openai-responses" as const,
        baseUrl: "http://b.test",
        models: [{ id: "x" }, { id: "y" }],
      },
    ];
    const small = buildRegistry({ presets });
    const first = initialModel({}, small, { available: ({ id }) => id === "y" });
    expect(first).toMatchObject({ type: "ok", from: "first", model: { id: "y" } });
    expect(initialModel({}, small, { available: () => false })).toEqual({ type: "none" });
  });
});
