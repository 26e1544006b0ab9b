import type { ProviderEntry } from "../provider-entry.ts";
import { plain, thinking } from "./models.ts";

export const together: ProviderEntry = {
  name: "together",
  label: "Together AI",
  api: "openai-completions",
  baseUrl: "https://api.together.xyz/v1",
  keyEnv: ["TOGETHER_API_KEY"],
  keyUrl: "https://api.together.ai/settings/api-keys",
  default: "moonshotai/Kimi-K2.5",
  models: [
    ...thinking(262_144, "moonshotai/Kimi-K2.5"),
    ...thinking(131_072, "openai/gpt-oss-120b"),
    ...plain(131_072, "meta-llama/Llama-3.3-70B-Instruct-Turbo"),
  ],
};
