import { expect, test } from "bun:test";
import { endpointOf } from "../catalogue/endpoint-of.ts";
import { buildRegistry } from "../catalogue/registry.ts";
import { resolveModel } from "../catalogue/resolve.ts";
import { joinUrl } from "../transport/url.ts";
import { WIRES } from "../wires.ts";
import { resolveDialects } from "./dialects.ts";
import { PRESETS } from "./index.ts";

const env = {
  AZURE_OPENAI_RESOURCE_NAME: "acme",
  AZURE_OPENAI_API_VERSION: "2026-01-01",
  GOOGLE_CLOUD_PROJECT: "p",
  GOOGLE_CLOUD_LOCATION: "global",
  CLOUDFLARE_ACCOUNT_ID: "acc",
};

function address(reference: string, kimiFormat: "openai" | "anthropic" = "openai"): string {
  const dialects = resolveDialects({ presets: PRESETS, env, kimiFormat });
  const found = resolveModel(reference, buildRegistry(dialects));
  if (found.type !== "ok") throw new Error(`${reference} is ${found.type}`);
  const { target, model, baseUrl } = endpointOf(found.model);
  const { path } = WIRES[target.api].encode({ model, messages: [], tools: [] }, target);
  const joined = joinUrl(baseUrl, path);
  return joined.ok ? joined.url : joined.problem;
}

test.each([
  ["openai", "https://api.openai.com/v1/responses"],
  ["anthropic", "https://api.anthropic.com/v1/messages"],
  ["minimax", "https://api.minimax.io/anthropic/v1/messages"],
  ["deepseek", "https://api.deepseek.com/chat/completions"],
  ["zai", "https://api.z.ai/api/paas/v4/chat/completions"],
  ["perplexity", "https://api.perplexity.ai/chat/completions"],
  ["kimi", "https://api.kimi.com/coding/v1/chat/completions"],
  ["codex", "https://chatgpt.com/backend-api/codex/responses"],
  ["llama.cpp/m", "http://127.0.0.1:8080/v1/responses"],
  ["ollama/m", "http://127.0.0.1:11434/v1/chat/completions"],
  ["azure", "https://acme.openai.azure.com/openai/v1/responses?api-version=2026-01-01"],
  ["cloudflare", "https://gateway.ai.cloudflare.com/v1/acc/default/compat/chat/completions"],
  [
    "google/gemini-x",
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:streamGenerateContent?alt=sse",
  ],
  [
    "vertex/gemini-x",
    "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/gemini-x:streamGenerateContent?alt=sse",
  ],
])("PROV-7: %s is asked at %s", (reference, url) => {
  expect(address(reference)).toBe(url);
});

test("MODL-23: Kimi in Anthropic's words is asked at its other address", () => {
  expect(address("kimi", "anthropic")).toBe("https://api.kimi.com/coding/v1/messages");
});

test("PROV-7: every preset's default makes an address", () => {
  for (const { name, default: model = "m" } of PRESETS) {
    expect(URL.canParse(address(`${name}/${model}`))).toBe(true);
  }
});
