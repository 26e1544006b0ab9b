import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

export const huggingface: ProviderEntry = {
  name: "huggingface",
  label: "Hugging Face",
  api: "openai-completions",
  baseUrl: "https://router.huggingface.co/v1",
  keyEnv: ["HUGGINGFACE_HUB_TOKEN", "HF_TOKEN"],
  keyUrl: "https://huggingface.co/settings/tokens",
  default: "openai/gpt-oss-120b",
  models: [
    ...thinking(131_072, "openai/gpt-oss-120b"),
    ...thinking(262_144, "moonshotai/Kimi-K2.5"),
    ...thinking(202_752, "zai-org/GLM-5"),
  ],
};
