import type { ProviderEntry } from "../provider-entry.ts";
import { each, plain, seeing } from "./models.ts";

const THINKING = { off: "none", high: "high" };

export const mistral: ProviderEntry = {
  name: "mistral",
  label: "Mistral AI",
  api: "openai-completions",
  baseUrl: "https://api.mistral.ai/v1",
  keyEnv: ["MISTRAL_API_KEY"],
  keyUrl: "https://console.mistral.ai/api-keys",
  default: "mistral-medium-3-5",
  models: [
    ...seeing(262_144, "mistral-medium-3-5", "mistral-small-2603"),
    ...each(plain(262_144, "mistral-large-2512"), { input: ["text", "image"] }),
    ...plain(262_144, "devstral-2512"),
  ],
  // Unknown fields are refused (422), so are call ids of other vendors' shape; usage comes unasked.
  compat: { supportsStreamUsage: false, callIdLength: 9, thinkingLevels: THINKING },
};
