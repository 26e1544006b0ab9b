import type { ProviderEntry } from "../provider-entry.ts";

export const lmStudio: ProviderEntry = {
  name: "lm-studio",
  label: "LM Studio",
  api: "openai-completions",
  baseUrl: "http://127.0.0.1:1234/v1",
  keyEnv: ["LM_STUDIO_API_KEY"],
  keyless: true,
  cost: { input: 0, output: 0 },
};
