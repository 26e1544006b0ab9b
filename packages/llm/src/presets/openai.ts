import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";
import { OPENAI_COMPAT } from "./openai-compat.ts";

export const openai: ProviderEntry = {
  name: "openai",
  label: "OpenAI",
  api: "openai-responses",
  baseUrl: "https://api.openai.com/v1",
  keyEnv: ["OPENAI_API_KEY"],
  keyUrl: "https://platform.openai.com/api-keys",
  default: "gpt-6-sol",
  models: [
    ...seeing(1_050_000, "gpt-6-sol", "gpt-6-luna", "gpt-6-astra", "gpt-5.6-sol", "gpt-5.6-luna"),
    ...seeing(400_000, "gpt-5.4-mini", "gpt-5.3-codex"),
  ],
  compat: OPENAI_COMPAT,
};
