import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { PRESETS } from "../presets/index.ts";
import type { ModelInfo, ProviderEntry } from "../provider-entry.ts";
import { loadCatalogue } from "./prices.ts";
import { buildRegistry } from "./registry.ts";
import { resolveModel, splitThinking } from "./resolve.ts";
import type { Resolution, ResolveContext } from "./resolve.ts";

const LOCAL: ProviderEntry = {
  name: "box",
  api: "openai-completions",
  baseUrl: "http://127.0.0.1:9/v1",
  auth: "none",
  models: [{ id: "qwen3:8b" }, { id: "phi3:medium" }, { id: "Odd Model [1m]" }],
};
const registry = buildRegistry({ presets: PRESETS, entries: [LOCAL] });

function brief(resolution: Resolution): string {
  if (resolution.type === "ok") {
    const { model, thinking } = resolution;
    return `${model.provider}/${model.id}${thinking ? ` ${thinking}` : ""}`;
  }
  if (resolution.type === "unknown") return `unknown ${resolution.suggestions.join(" ")}`.trim();
  return `ambiguous ${resolution.candidates.map(({ id }) => id).join(" ")}`;
}

function resolve(reference: string, context?: ResolveContext): string {
  return brief(resolveModel(reference, registry, context));
}

const only =
  (...providers: readonly string[]) =>
  (model: ModelInfo): boolean =>
    providers.includes(model.provider);

describe("MODL-8: references", () => {
  test.each([
    // A provider's name stands for its default.
    ["openai", "openai/gpt-6-sol"],
    ["OpenAI", "openai/gpt-6-sol"],
    ["box", "box/qwen3:8b"],
    // Exact, and never moved to another place.
    ["openrouter/openai/gpt-6-sol", "openrouter/openai/gpt-6-sol"],
    ["groq/openai/gpt-oss-120b", "groq/openai/gpt-oss-120b"],
    // Canonical and bare ids.
    ["claude-opus-5-5", "anthropic/claude-opus-5-5"],
    ["llama-3.3-70b-versatile", "groq/llama-3.3-70b-versatile"],
    // Another spelling of an id at the provider that is named.
    ["anthropic/claude-opus-5.5", "openrouter/anthropic/claude-opus-5.5"],
    ["zai/GLM-5.3", "zai/glm-5.3"],
    // Loose, as long as it can mean only one model.
    ["fable", "anthropic/claude-fable-5-1"],
    ["claude haiku", "anthropic/claude-haiku-4-5"],
    ["mimo flash", "xiaomi/mimo-v2-flash"],
  ])("MODL-8: %s is %s", (reference, found) => {
    expect(resolve(reference)).toBe(found);
  });

  test("MODL-8: a model nobody listed works at a provider that is known", () => {
    expect(resolveModel("openai/whatever-new", registry)).toMatchObject({
      type: "ok",
      model: {
        provider: "openai",
        id: "whatever-new",
        api: "openai-responses",
        baseUrl: "https://api.openai.com/v1",
        contextWindow: 0,
        reasoning: true,
      },
    });
    expect(resolve("ollama/qwen3:30b")).toBe("ollama/qwen3:30b");
    expect(resolve("openrouter/some/new:free")).toBe("openrouter/some/new:free");
    expect(resolve("nobody/whatever-new")).toBe("unknown");
  });

  test("MODL-8: with the catalogue at hand an unlisted model has its window and price", async () => {
    const full = buildRegistry({ presets: PRESETS, catalogue: await loadCatalogue() });
    expect(resolveModel("openai/gpt-4.1", full)).toMatchObject({
      model: { contextWindow: 1_000_000, cost: { input: 2, output: 8 } },
    });
  });

  test("MODL-8: a reference that fits several models lists them", () => {
    expect(resolve("opus")).toBe("ambiguous claude-opus-5-5 claude-opus-5 claude-opus-4-8");
    expect(resolve("opus", { available: only("copilot") })).toBe("copilot/claude-opus-5");
  });

  test("MODL-8: what is unknown gets up to five suggestions", () => {
    const typo = resolveModel("gpt-6-soll", registry);
    expect(typo).toMatchObject({ type: "unknown" });
    expect(brief(typo)).toContain("openai/gpt-6-sol");
    expect(resolve("antropic")).toBe("unknown anthropic");
    for (const text of ["", " ", ":", "/", "::high", "x".repeat(10_000)]) {
      expect(resolve(text)).toBe("unknown");
    }
  });
});

describe("MODL-8: thinking", () => {
  test.each([
    ["openai:high", "openai/gpt-6-sol high"],
    ["openai/gpt-6-sol:off", "openai/gpt-6-sol off"],
    ["openai/whatever-new:XHIGH", "openai/whatever-new xhigh"],
    ["claude-opus-5-5:max", "anthropic/claude-opus-5-5 max"],
    // Colons belong to ids, too.
    ["qwen3:8b", "box/qwen3:8b"],
    ["qwen3:8b:low", "box/qwen3:8b low"],
    ["box/phi3:medium", "box/phi3:medium"],
    ["phi3:medium", "box/phi3:medium"],
    ["phi3:medium:high", "box/phi3:medium high"],
    ["ollama/deepseek-r1:free", "ollama/deepseek-r1:free"],
    ["openai/new:later", "openai/new:later"],
  ])("MODL-8: %s is %s", (reference, found) => {
    expect(resolve(reference)).toBe(found);
  });
});

test("MODL-8: a level alone is a word like any other", () => {
  expect(splitThinking("high")).toEqual({ head: "high" });
  expect(splitThinking(":high")).toEqual({ head: ":high" });
  expect(splitThinking("a:b:high")).toEqual({ head: "a:b", thinking: "high" });
});

describe("MODL-8: vendors' names inside ids", () => {
  test("MODL-8: the place that can be asked is meant", () => {
    const reference = "anthropic/claude-opus-5.5";
    expect(resolve(reference, { available: only("anthropic") })).toBe("anthropic/claude-opus-5-5");
    expect(resolve(reference, { available: only("openrouter") })).toBe(
      "openrouter/anthropic/claude-opus-5.5",
    );
    expect(resolve("openai/gpt-oss-120b", { available: only("groq") })).toBe(
      "groq/openai/gpt-oss-120b",
    );
    expect(resolve("openai/gpt-oss-120b", { available: only("openai") })).toBe(
      "openai/gpt-oss-120b",
    );
  });
});

describe("MODL-9: variants", () => {
  test("MODL-9: availability first, then the user's order, then the registry's", () => {
    expect(resolve("gpt-6-sol")).toBe("openai/gpt-6-sol");
    expect(resolve("gpt-6-sol", { available: only("openrouter", "vercel") })).toBe(
      "openrouter/openai/gpt-6-sol",
    );
    const providerOrder = ["vercel", "openrouter"];
    expect(resolve("gpt-6-sol", { providerOrder })).toBe("vercel/openai/gpt-6-sol");
    expect(resolve("gpt-6-sol", { providerOrder, available: only("openai", "openrouter") })).toBe(
      "openrouter/openai/gpt-6-sol",
    );
  });

  test("MODL-9: models that are kept apart have to be told apart", () => {
    const twins = ["a", "b"].map((name) => ({ ...LOCAL, name, models: [{ id: "twin" }] }));
    const grouped = buildRegistry({ presets: [], entries: twins });
    expect(brief(resolveModel("twin", grouped))).toBe("a/twin");
    const apart = buildRegistry({
      presets: [],
      entries: twins,
      equivalence: { exclude: ["twin"] },
    });
    expect(brief(resolveModel("twin", apart))).toBe("ambiguous twin twin");
    expect(brief(resolveModel("b/twin", apart))).toBe("b/twin");
  });
});

describe("MODL-8: any text", () => {
  const piece = fc.oneof(
    fc.constantFrom("openai", "/", ":", "high", "gpt-6", "*", "[", "qwen3:8b", " ", "claude", "-"),
    fc.string({ maxLength: 6, unit: "binary" }),
  );
  const reference = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));

  test("MODL-8: resolving is total, deterministic and honest", () => {
    fc.assert(
      fc.property(reference, fc.boolean(), (text, usable) => {
        const context = { available: () => usable };
        const first = resolveModel(text, registry, context);
        expect(resolveModel(text, registry, context)).toEqual(first);
        if (first.type === "ambiguous") expect(first.candidates.length).toBeGreaterThan(1);
        if (first.type === "unknown") expect(first.suggestions.length).toBeLessThanOrEqual(5);
        if (first.type === "ok") expect(first.model.id).not.toMatch(/[\n\0]/);
      }),
      { numRuns: 300 },
    );
  });

  test("MODL-8: every listed model answers to its full name", () => {
    for (const model of registry.models) {
      const found = resolveModel(`${model.provider}/${model.id}`, registry);
      expect(found).toEqual({ type: "ok", model });
    }
  });
});

test("MODL-18: resolving a model does not load the price table", async () => {
  const seen = new Set<string>();
  const walk = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = await readFile(file, "utf8");
    for (const [, path = ""] of source.matchAll(
      /^(?:import|export) (?!type).*? from "(\.[^"]+)"/gms,
    )) {
      await walk(join(dirname(file), path));
    }
  };
  await walk(join(import.meta.dirname, "resolve.ts"));
  expect([...seen].some((file) => file.endsWith("registry.ts") || file.endsWith("fuzzy.ts"))).toBe(
    true,
  );
  expect([...seen].filter((file) => file.endsWith(".json"))).toEqual([]);
});
