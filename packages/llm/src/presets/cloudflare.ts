import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

/** The address holds account and gateway, so `resolveDialects` fills it in from the environment. */
export const cloudflare: ProviderEntry = {
  name: "cloudflare",
  label: "Cloudflare AI Gateway",
  api: "openai-completions",
  keyEnv: ["CLOUDFLARE_AI_GATEWAY_API_KEY"],
  keyUrl: "https://dash.cloudflare.com/?to=/:account/ai/ai-gateway",
  // It bills what the vendor named in the model id bills.
  catalogueId: "*",
  default: "openai/gpt-6-sol",
  models: [
    ...seeing(1_050_000, "openai/gpt-6-sol", "openai/gpt-6-luna"),
    ...seeing(1_000_000, "anthropic/claude-sonnet-5"),
  ],
  // It relays to models that refuse a temperature.
  compat: { supportsTemperature: false },
};
