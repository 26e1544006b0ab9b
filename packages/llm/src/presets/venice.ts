import type { ProviderEntry } from "../provider-entry.ts";
import { plain, thinking } from "./models.ts";

export const venice: ProviderEntry = {
  name: "venice",
  label: "Venice",
  api: "openai-completions",
  baseUrl: "https://api.venice.ai/api/v1",
  keyEnv: ["VENICE_API_KEY"],
  keyUrl: "https://venice.ai/settings/api",
  default: "zai-org-glm-4.7",
  models: [...thinking(0, "zai-org-glm-4.7", "deepseek-v3.2"), ...plain(0, "llama-3.3-70b")],
};
