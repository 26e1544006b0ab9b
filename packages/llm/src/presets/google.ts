import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

export const google: ProviderEntry = {
  name: "google",
  label: "Google Gemini",
  api: "google-generative-ai",
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  auth: "x-goog-api-key",
  keyEnv: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  keyUrl: "https://aistudio.google.com/apikey",
  default: "gemini-3.8-flash",
  models: [
    ...seeing(1_000_000, "gemini-3.8-flash", "gemini-3.7-flash", "gemini-3.5-flash-lite"),
    ...seeing(1_048_576, "gemini-3.1-pro-preview", "gemini-2.5-flash"),
  ],
};
