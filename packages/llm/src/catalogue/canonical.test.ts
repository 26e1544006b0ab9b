import { expect, test } from "bun:test";
import { PRESETS } from "../presets/index.ts";
import { canonicalId, officialIds } from "./canonical.ts";
import { canonicalGroups } from "./listing.ts";
import { buildRegistry } from "./registry.ts";

const official = officialIds(PRESETS);

test.each([
  ["anthropic", "claude-opus-5-5", "claude-opus-5-5"],
  ["openrouter", "anthropic/claude-opus-5.5", "claude-opus-5-5"],
  ["copilot", "claude-haiku-4.5", "claude-haiku-4-5"],
  ["openrouter", "openai/gpt-6-sol", "gpt-6-sol"],
  ["gw", "openai/gpt-5-6-sol", "gpt-5.6-sol"],
  ["openrouter", "minimax/minimax-m2.7", "MiniMax-M2.7"],
  // No official id of that name: left alone.
  ["openrouter", "anthropic/claude-opus-9.9", "anthropic/claude-opus-9.9"],
  ["gw", "claude-opus-5.5-fast", "claude-opus-5.5-fast"],
  ["ollama", "qwen3:8b", "qwen3:8b"],
  ["hf", "a/b/gpt-6-sol", "a/b/gpt-6-sol"],
])("MODL-9: %s/%s is %s", (provider, id, canonical) => {
  expect(canonicalId({ provider, id }, official)).toBe(canonical);
});

test("MODL-9: the config groups and keeps apart, before any rule of ours", () => {
  const model = { provider: "gw", id: "openai/gpt-6-sol" };
  const overrides = { "gw/openai/gpt-6-sol": "house-model" };
  expect(canonicalId(model, official, { overrides })).toBe("house-model");
  expect(canonicalId(model, official, { exclude: ["gw/openai/gpt-6-sol"] })).toBe(
    "gw/openai/gpt-6-sol",
  );
  expect(canonicalId(model, official, { exclude: ["openai/gpt-6-sol"], overrides })).toBe(
    "house-model",
  );
  expect(canonicalId({ provider: "x", id: "constructor" }, official, { overrides: {} })).toBe(
    "constructor",
  );
});

test("MODL-9: one group holds all places of a model, its maker first", () => {
  const groups = canonicalGroups(buildRegistry({ presets: PRESETS }));
  const places = groups.get("gpt-6-sol")?.map(({ provider }) => provider);
  expect(places).toEqual(["openai", "azure", "openrouter", "vercel", "cloudflare"]);
});
