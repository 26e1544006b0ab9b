import type { ProviderEntry } from "../provider-entry.ts";
import { seeing, thinking } from "./models.ts";

export const openrouter: ProviderEntry = {
  name: "openrouter",
  label: "OpenRouter",
  api: "openai-completions",
  baseUrl: "https://openrouter.ai/api/v1",
  keyEnv: ["OPENROUTER_API_KEY"],
  keyUrl: "https://openrouter.ai/settings/keys",
  default: "anthropic/claude-sonnet-5",
  models: [
    ...seeing(1_000_000, "anthropic/claude-sonnet-5", "anthropic/claude-opus-5.5"),
    ...seeing(1_050_000, "openai/gpt-6-sol", "openai/gpt-6-luna"),
    ...thinking(1_048_576, "z-ai/glm-5.3", "moonshotai/kimi-k3"),
  ],
  // One way to ask for reasoning, translated for whichever vendor it goes to.
  compat: { thinkingStyle: "openrouter", reasoningField: "reasoning" },
};
