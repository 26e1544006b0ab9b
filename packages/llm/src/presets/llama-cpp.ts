import type { ProviderEntry } from "../provider-entry.ts";

export const llamaCpp: ProviderEntry = {
  name: "llama.cpp",
  label: "llama.cpp",
  api: "openai-responses",
  baseUrl: "http://127.0.0.1:8080/v1",
  keyEnv: ["LLAMA_CPP_API_KEY"],
  keyless: true,
  cost: { input: 0, output: 0 },
  // It keeps nothing and knows neither OpenAI's roles nor its cache key.
  compat: { supportsStore: false, supportsDeveloperRole: false, supportsCacheKey: false },
};
