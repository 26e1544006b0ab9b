import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

export const xai: ProviderEntry = {
  name: "xai",
  label: "xAI",
  api: "openai-completions",
  baseUrl: "https://api.x.ai/v1",
  keyEnv: ["XAI_API_KEY"],
  keyUrl: "https://console.x.ai",
  catalogueId: "x-ai",
  default: "grok-4.6",
  models: [...seeing(500_000, "grok-4.6", "grok-4.5"), ...seeing(1_000_000, "grok-4.3")],
};
