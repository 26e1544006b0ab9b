import type { ProviderEntry } from "../provider-entry.ts";
import { each, seeing } from "./models.ts";

const LARGE = [
  "claude-opus-5-5",
  "claude-sonnet-5",
  "claude-fable-5-1",
  "claude-opus-5",
  "claude-opus-4-8",
] as const;

export const anthropic: ProviderEntry = {
  name: "anthropic",
  label: "Anthropic",
  api: "anthropic-messages",
  baseUrl: "https://api.anthropic.com",
  auth: "x-api-key",
  keyEnv: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
  keyUrl: "https://console.anthropic.com/settings/keys",
  default: "claude-sonnet-5",
  // Every request must name a limit for the reply; all of these take 64k.
  models: each([...seeing(1_000_000, ...LARGE), ...seeing(200_000, "claude-haiku-4-5")], {
    maxTokens: 64_000,
  }),
  // Since Opus 4.7 a temperature is refused.
  compat: { supportsLongCache: true, supportsTemperature: false },
};
