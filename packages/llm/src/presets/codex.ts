import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";
import { OPENAI_COMPAT } from "./openai-compat.ts";

/** A ChatGPT subscription: there is no key, only a login whose token is kept as a credential. */
export const codex: ProviderEntry = {
  name: "codex",
  label: "ChatGPT (Codex)",
  api: "openai-codex-responses",
  baseUrl: "https://chatgpt.com/backend-api",
  keyEnv: [],
  keyUrl: "https://chatgpt.com",
  default: "gpt-5.6-sol",
  models: [...seeing(1_050_000, "gpt-5.6-sol"), ...seeing(400_000, "gpt-5.3-codex")],
  compat: OPENAI_COMPAT,
};
