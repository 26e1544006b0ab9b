import type { ProviderEntry } from "../provider-entry.ts";
import { each, seeing, thinking } from "./models.ts";

/** K3 always thinks and takes an effort; the K2 line only has a switch. */
const k3 = each(seeing(1_048_576, "kimi-k3"), {
  compat: {
    thinkingStyle: "effort",
    thinkingLevels: { low: "low", high: "high", max: "max" },
  },
});
/** Always thinks and refuses the switch. */
const code = each(thinking(262_144, "kimi-k2.7-code"), { compat: { thinkingStyle: "none" } });

export const moonshot: ProviderEntry = {
  name: "moonshot",
  label: "Moonshot AI",
  api: "openai-completions",
  baseUrl: "https://api.moonshot.ai/v1",
  keyEnv: ["MOONSHOT_API_KEY"],
  keyUrl: "https://platform.moonshot.ai/console/api-keys",
  catalogueId: "moonshotai",
  default: "kimi-k2.6",
  models: [...seeing(262_144, "kimi-k2.6", "kimi-k2.5"), ...k3, ...code],
  // Sampling is fixed by the platform, and a call without its reasoning is refused.
  compat: { thinkingStyle: "zai", reasoningField: "reasoning_content", supportsTemperature: false },
};
