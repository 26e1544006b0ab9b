import type { ProviderEntry } from "../provider-entry.ts";

export const ollama: ProviderEntry = {
  name: "ollama",
  label: "Ollama",
  api: "openai-completions",
  baseUrl: "http://127.0.0.1:11434/v1",
  keyEnv: ["OLLAMA_API_KEY"],
  keyless: true,
  cost: { input: 0, output: 0 },
  // Unlike others it takes `none`, and it names the field `reasoning`.
  compat: {
    reasoningField: "reasoning",
    thinkingLevels: { off: "none", low: "low", medium: "medium", high: "high" },
  },
};
