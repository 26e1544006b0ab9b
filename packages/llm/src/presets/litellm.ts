import type { ProviderEntry } from "../provider-entry.ts";

/** A proxy the user runs: its models are whatever its own config names. */
export const litellm: ProviderEntry = {
  name: "litellm",
  label: "LiteLLM proxy",
  api: "openai-completions",
  baseUrl: "http://127.0.0.1:4000/v1",
  keyEnv: ["LITELLM_API_KEY"],
  keyUrl: "https://docs.litellm.ai/docs/proxy/virtual_keys",
};
