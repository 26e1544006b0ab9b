import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

/** The coding subscription; its keys are refused by the platform behind `moonshot`. */
export const kimi: ProviderEntry = {
  name: "kimi",
  label: "Kimi for Coding",
  api: "openai-completions",
  baseUrl: "https://api.kimi.com/coding/v1",
  keyEnv: ["KIMI_API_KEY"],
  keyUrl: "https://www.kimi.com/code/console",
  default: "kimi-for-coding",
  models: thinking(262_144, "kimi-for-coding"),
  // A call sent back without the reasoning that led to it is refused.
  compat: { thinkingStyle: "zai", reasoningField: "reasoning_content", supportsTemperature: false },
};
