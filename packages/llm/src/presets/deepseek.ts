import type { ProviderEntry } from "../provider-entry.ts";
import { each, plain, thinking } from "./models.ts";

/** The old name of the model without thinking; it must say so, or the server turns thinking on. */
const legacy = each(plain(64_000, "deepseek-chat"), {
  compat: { thinkingStyle: "none", extraBody: { thinking: { type: "disabled" } } },
});

export const deepseek: ProviderEntry = {
  name: "deepseek",
  label: "DeepSeek",
  api: "openai-completions",
  baseUrl: "https://api.deepseek.com",
  keyEnv: ["DEEPSEEK_API_KEY"],
  keyUrl: "https://platform.deepseek.com/api_keys",
  default: "deepseek-v4-flash",
  models: [...thinking(1_000_000, "deepseek-v4-flash", "deepseek-v4-pro"), ...legacy],
  compat: {
    thinkingStyle: "deepseek",
    reasoningField: "reasoning_content",
    // Only two efforts exist.
    thinkingLevels: { high: "high", max: "max" },
  },
};
