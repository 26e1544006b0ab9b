import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

export const cerebras: ProviderEntry = {
  name: "cerebras",
  label: "Cerebras",
  api: "openai-completions",
  baseUrl: "https://api.cerebras.ai/v1",
  keyEnv: ["CEREBRAS_API_KEY"],
  keyUrl: "https://cloud.cerebras.ai",
  default: "gpt-oss-120b",
  models: thinking(131_072, "gpt-oss-120b", "gemma-4-31b"),
};
