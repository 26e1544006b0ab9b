import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

export const zenmux: ProviderEntry = {
  name: "zenmux",
  label: "ZenMux",
  api: "openai-completions",
  baseUrl: "https://zenmux.ai/api/v1",
  keyEnv: ["ZENMUX_API_KEY"],
  keyUrl: "https://zenmux.ai/settings/keys",
  default: "anthropic/claude-opus-4.8",
  models: seeing(1_000_000, "anthropic/claude-opus-4.8"),
};
