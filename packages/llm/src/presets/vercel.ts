import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

export const vercel: ProviderEntry = {
  name: "vercel",
  label: "Vercel AI Gateway",
  api: "openai-completions",
  baseUrl: "https://ai-gateway.vercel.sh/v1",
  keyEnv: ["AI_GATEWAY_API_KEY"],
  keyUrl: "https://vercel.com/dashboard/ai-gateway/api-keys",
  // It bills what the vendor named in the model id bills.
  catalogueId: "*",
  default: "anthropic/claude-sonnet-5",
  models: [
    ...seeing(1_000_000, "anthropic/claude-sonnet-5", "anthropic/claude-opus-5"),
    ...seeing(1_050_000, "openai/gpt-6-sol", "openai/gpt-6-astra"),
  ],
  // It relays to models that refuse a temperature.
  compat: { supportsTemperature: false },
};
