import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

/** Only the models it serves over Chat Completions; others need another `kind` in the config. */
export const opencode: ProviderEntry = {
  name: "opencode",
  label: "OpenCode Zen",
  api: "openai-completions",
  baseUrl: "https://opencode.ai/zen/v1",
  keyEnv: ["OPENCODE_API_KEY"],
  keyUrl: "https://opencode.ai/auth",
  default: "kimi-k2.5",
  models: [...thinking(262_144, "kimi-k2.5"), ...thinking(200_000, "big-pickle")],
};
