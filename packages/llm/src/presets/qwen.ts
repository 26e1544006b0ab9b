import type { ProviderEntry } from "../provider-entry.ts";
import { each, plain } from "./models.ts";

export const qwen: ProviderEntry = {
  name: "qwen",
  label: "Qwen",
  api: "openai-completions",
  baseUrl: "https://portal.qwen.ai/v1",
  keyEnv: ["QWEN_OAUTH_TOKEN", "QWEN_PORTAL_API_KEY"],
  keyUrl: "https://chat.qwen.ai",
  default: "coder-model",
  // The portal names its models by task and changes what is behind the names.
  models: [
    ...plain(262_144, "coder-model"),
    ...each(plain(131_072, "vision-model"), { input: ["text", "image"] }),
  ],
  // Thinking is a switch without levels.
  compat: { thinkingStyle: "qwen" },
};
