import type { ProviderEntry } from "../provider-entry.ts";
import { thinking } from "./models.ts";

export const synthetic: ProviderEntry = {
  name: "synthetic",
  label: "Synthetic",
  api: "openai-completions",
  baseUrl: "https://api.synthetic.new/openai/v1",
  keyEnv: ["SYNTHETIC_API_KEY"],
  keyUrl: "https://synthetic.new",
  default: "hf:MiniMaxAI/MiniMax-M2.5",
  models: thinking(0, "hf:MiniMaxAI/MiniMax-M2.5"),
};
