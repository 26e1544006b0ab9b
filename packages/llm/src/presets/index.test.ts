import { expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { buildRegistry } from "../catalogue/registry.ts";
import { endpointOf } from "../catalogue/endpoint-of.ts";
import { loadCatalogue, lookUp } from "../catalogue/prices.ts";
import { resolveModel } from "../catalogue/resolve.ts";
import { openaiChat } from "../wire/openai-chat.ts";
import { PRESETS } from "./index.ts";
import { encoded } from "../wire/testing/encoded.ts";

const byName = new Map(PRESETS.map((preset) => [preset.name, preset]));

/** The table of MODL-20, with what a preset adds from its vendor's own documentation after it. */
const ENV: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  google: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  deepseek: ["DEEPSEEK_API_KEY"],
  minimax: ["MINIMAX_API_KEY", "MINIMAX_CODE_API_KEY"],
  "minimax-cn": ["MINIMAX_CODE_CN_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
  xiaomi: ["XIAOMI_API_KEY", "MIMO_API_KEY"],
  groq: ["GROQ_API_KEY"],
  cerebras: ["CEREBRAS_API_KEY"],
  together: ["TOGETHER_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  xai: ["XAI_API_KEY"],
  moonshot: ["MOONSHOT_API_KEY"],
  nvidia: ["NVIDIA_API_KEY"],
  venice: ["VENICE_API_KEY"],
  synthetic: ["SYNTHETIC_API_KEY"],
  litellm: ["LITELLM_API_KEY"],
  qianfan: ["QIANFAN_API_KEY"],
  zenmux: ["ZENMUX_API_KEY"],
  vllm: ["VLLM_API_KEY"],
  zai: ["ZAI_API_KEY"],
  huggingface: ["HUGGINGFACE_HUB_TOKEN", "HF_TOKEN"],
  nanogpt: ["NANO_GPT_API_KEY"],
  qwen: ["QWEN_OAUTH_TOKEN", "QWEN_PORTAL_API_KEY"],
  copilot: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
  vercel: ["AI_GATEWAY_API_KEY"],
  cloudflare: ["CLOUDFLARE_AI_GATEWAY_API_KEY"],
  ollama: ["OLLAMA_API_KEY"],
  "lm-studio": ["LM_STUDIO_API_KEY"],
  "llama.cpp": ["LLAMA_CPP_API_KEY"],
  azure: ["AZURE_OPENAI_API_KEY"],
  opencode: ["OPENCODE_API_KEY"],
  perplexity: ["PERPLEXITY_API_KEY"],
  kimi: ["KIMI_API_KEY"],
  codex: [],
  vertex: [],
};

test("MODL-20: every preset reads the variables of the table, in its order", () => {
  const read = PRESETS.map(({ name, keyEnv = [] }) => [name, keyEnv]);
  expect(Object.fromEntries(read)).toEqual(ENV);
});

test("MODL-2: names are unique and addresses are https, except for the user's own servers", () => {
  expect(byName.size).toBe(PRESETS.length);
  for (const { name, baseUrl, keyless } of PRESETS) {
    if (["azure", "vertex", "cloudflare"].includes(name)) {
      expect(baseUrl).toBeUndefined();
      continue;
    }
    const url = URL.parse(baseUrl ?? "");
    const local = keyless === true || name === "litellm";
    expect(`${name} ${url?.protocol}`).toBe(`${name} ${local ? "http:" : "https:"}`);
    expect(url?.hostname === "127.0.0.1").toBe(local);
    expect(baseUrl?.endsWith("/")).toBe(false);
  }
});

test("MODL-2: a preset's default is one of its models, and each model is listed once", () => {
  for (const { name, models = [], default: first } of PRESETS) {
    const ids = models.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    if (first === undefined) expect(`${name}: ${ids.length}`).toBe(`${name}: 0`);
    else expect(ids).toContain(first);
  }
});

test("MODL-2: DeepSeek has its two models with a million tokens and its own way of thinking", () => {
  const deepseek = byName.get("deepseek");
  const windows = deepseek?.models?.map(({ id, contextWindow }) => [id, contextWindow]);
  expect(windows?.slice(0, 2)).toEqual([
    ["deepseek-v4-flash", 1_000_000],
    ["deepseek-v4-pro", 1_000_000],
  ]);
  expect(deepseek?.compat).toMatchObject({
    thinkingStyle: "deepseek",
    reasoningField: "reasoning_content",
  });
});

test("MODL-2: OpenAI, Anthropic and Google speak their own protocols", () => {
  const spoken = ["openai", "anthropic", "google"].map((name) => {
    const preset = byName.get(name);
    return [preset?.api, preset?.baseUrl];
  });
  expect(spoken).toEqual([
    ["openai-responses", "https://api.openai.com/v1"],
    ["anthropic-messages", "https://api.anthropic.com"],
    ["google-generative-ai", "https://generativelanguage.googleapis.com/v1beta"],
  ]);
});

test("PROV-18: the legacy DeepSeek model pins thinking off, the others think at most effort", () => {
  const registry = buildRegistry({ presets: PRESETS });
  const body = (reference: string) => {
    const found = resolveModel(reference, registry);
    if (found.type !== "ok") throw new Error(reference);
    const { target, model } = endpointOf(found.model);
    const request = { model, messages: [], tools: [], thinking: "max" as const };
    return JSON.parse(encoded(openaiChat, request, target).body) as unknown;
  };
  expect(body("deepseek/deepseek-chat")).toMatchObject({ thinking: { type: "disabled" } });
  expect(body("deepseek/deepseek-chat")).not.toHaveProperty("reasoning_effort");
  expect(body("deepseek/deepseek-v4-pro")).toMatchObject({
    thinking: { type: "enabled" },
    reasoning_effort: "max",
  });
});

test("presets are data: at most 15 lines each, and a quirk has a line that says why", async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => !file.includes(".test."));
  let counted = 0;
  for (const file of files) {
    const lines = (await readFile(`${import.meta.dirname}/${file}`, "utf8")).split("\n");
    const quirky = lines.some((line) => /^ {2,}compat: \{/.test(line));
    const explained = lines.some((line) => /^\s*(\/\/|\/\*\*)/.test(line));
    expect(`${file}: ${!quirky || explained}`).toBe(`${file}: true`);
    for (const [start, line] of lines.entries()) {
      if (!/^export const \w+: ProviderEntry = \{$/.test(line)) continue;
      const end = lines.indexOf("};", start);
      expect(`${file}: ${end - start - 1 <= 15}`).toBe(`${file}: true`);
      expect(end - start - 1).toBeGreaterThanOrEqual(5);
      counted++;
    }
  }
  expect(counted).toBe(PRESETS.length);
});

test("MODL-2: windows in presets agree with the price table where both know one", async () => {
  const catalogue = await loadCatalogue();
  const differing = PRESETS.flatMap(({ name, catalogueId, models = [] }) =>
    models.flatMap(({ id, contextWindow }) => {
      const known = lookUp(catalogueId ?? name, id, catalogue)?.contextWindow;
      const differs = known !== undefined && contextWindow !== known;
      return differs ? [`${name}/${id}: ${contextWindow} ≠ ${known}`] : [];
    }),
  );
  expect(differing).toEqual([]);
});

test("MODL-18: the default of every vendor in the price table has a price", async () => {
  const catalogue = await loadCatalogue();
  const listed = PRESETS.filter(({ name, catalogueId = name }) =>
    catalogue.providers.has(catalogueId),
  );
  const unpriced = listed.flatMap(({ name, catalogueId = name, default: id = "" }) =>
    lookUp(catalogueId, id, catalogue)?.price ? [] : [`${name}/${id}`],
  );
  expect(listed.length).toBeGreaterThan(12);
  // Of Together's current models the table has none.
  expect(unpriced).toEqual(["together/moonshotai/Kimi-K2.5"]);
});
