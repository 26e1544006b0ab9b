import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";
import { OPENAI_COMPAT } from "./openai-compat.ts";

/** The address belongs to the customer, so `resolveDialects` fills it in from the environment. */
export const azure: ProviderEntry = {
  name: "azure",
  label: "Azure OpenAI",
  api: "azure-openai-responses",
  auth: "api-key",
  keyEnv: ["AZURE_OPENAI_API_KEY"],
  keyUrl: "https://ai.azure.com",
  default: "gpt-6-sol",
  models: [
    ...seeing(1_050_000, "gpt-6-sol", "gpt-6-luna", "gpt-5.6-sol"),
    ...seeing(400_000, "gpt-5.4-mini"),
  ],
  compat: OPENAI_COMPAT,
};
