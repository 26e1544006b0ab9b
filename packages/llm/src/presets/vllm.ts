import type { ProviderEntry } from "../provider-entry.ts";

export const vllm: ProviderEntry = {
  name: "vllm",
  label: "vLLM",
  api: "openai-completions",
  baseUrl: "http://127.0.0.1:8000/v1",
  keyEnv: ["VLLM_API_KEY"],
  keyless: true,
  cost: { input: 0, output: 0 },
};
