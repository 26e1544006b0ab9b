import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

export const copilot: ProviderEntry = {
  name: "copilot",
  label: "GitHub Copilot",
  api: "openai-completions",
  baseUrl: "https://api.githubcopilot.com",
  keyEnv: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
  keyUrl: "https://github.com/settings/copilot",
  // Requests without an intent are counted as chat in the browser.
  headers: { "Openai-Intent": "conversation-edits" },
  catalogueId: "github-copilot",
  default: "claude-sonnet-5",
  models: seeing(264_000, "claude-sonnet-5", "claude-opus-5", "gemini-3.7-flash", "gpt-5-mini"),
  // It relays to models that refuse a temperature.
  compat: { supportsTemperature: false },
};
