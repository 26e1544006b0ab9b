import type { ProviderEntry } from "../provider-entry.ts";
import { seeing, thinking } from "./models.ts";

export const xiaomi: ProviderEntry = {
  name: "xiaomi",
  label: "Xiaomi MiMo",
  api: "openai-completions",
  baseUrl: "https://api.xiaomimimo.com/v1",
  keyEnv: ["XIAOMI_API_KEY", "MIMO_API_KEY"],
  keyUrl: "https://platform.xiaomimimo.com/#/console/api-keys",
  default: "mimo-v2.5-pro",
  models: [...thinking(262_144, "mimo-v2.5-pro", "mimo-v2-flash"), ...seeing(262_144, "mimo-v2.5")],
  // A call sent back without the reasoning that led to it is refused (400).
  compat: {
    thinkingStyle: "zai",
    reasoningField: "reasoning_content",
    maxTokensField: "max_completion_tokens",
  },
};
