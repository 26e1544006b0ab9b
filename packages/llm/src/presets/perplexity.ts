import type { ProviderEntry } from "../provider-entry.ts";
import { plain, thinking } from "./models.ts";

export const perplexity: ProviderEntry = {
  name: "perplexity",
  label: "Perplexity",
  api: "openai-completions",
  baseUrl: "https://api.perplexity.ai",
  keyEnv: ["PERPLEXITY_API_KEY"],
  keyUrl: "https://www.perplexity.ai/settings/api",
  default: "sonar-pro",
  models: [
    ...plain(200_000, "sonar-pro"),
    ...plain(128_000, "sonar"),
    ...thinking(128_000, "sonar-reasoning-pro", "sonar-deep-research"),
  ],
  // Streams end with their last chunk and no `[DONE]`; usage is in every chunk unasked.
  compat: { requiresDone: false, supportsStreamUsage: false },
};
