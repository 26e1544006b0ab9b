import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

export const zai: ProviderEntry = {
  name: "zai",
  label: "Z.ai",
  api: "openai-completions",
  baseUrl: "https://api.z.ai/api/paas/v4",
  keyEnv: ["ZAI_API_KEY"],
  keyUrl: "https://z.ai/manage-apikey/apikey-list",
  default: "glm-5.3",
  models: thinking(1_000_000, "glm-5.3", "glm-5.3-flash", "glm-5.2"),
  // Thinking is a switch without levels.
  compat: { thinkingStyle: "zai", reasoningField: "reasoning_content" },
};
