import type { ProviderEntry } from "../provider-entry.ts";
import { plain, thinking } from "./models.ts";

export const groq: ProviderEntry = {
  name: "groq",
  label: "Groq",
  api: "openai-completions",
  baseUrl: "https://api.groq.com/openai/v1",
  keyEnv: ["GROQ_API_KEY"],
  keyUrl: "https://console.groq.com/keys",
  default: "openai/gpt-oss-120b",
  models: [
    ...thinking(131_072, "openai/gpt-oss-120b", "openai/gpt-oss-20b"),
    ...plain(131_072, "llama-3.3-70b-versatile", "llama-3.1-8b-instant"),
  ],
};
