import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

export const nanogpt: ProviderEntry = {
  name: "nanogpt",
  label: "NanoGPT",
  api: "openai-completions",
  baseUrl: "https://nano-gpt.com/api/v1",
  keyEnv: ["NANO_GPT_API_KEY"],
  keyUrl: "https://nano-gpt.com/api",
  default: "deepseek/deepseek-latest",
  models: thinking(0, "deepseek/deepseek-latest"),
};
