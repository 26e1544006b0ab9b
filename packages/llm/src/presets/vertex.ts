import type { ProviderEntry } from "../provider-entry.ts";
import { seeing } from "./models.ts";

/** The address holds project and region, so `resolveDialects` fills it in from the environment. */
export const vertex: ProviderEntry = {
  name: "vertex",
  label: "Google Vertex AI",
  api: "google-vertex",
  auth: "bearer",
  catalogueId: "google",
  keyUrl: "https://console.cloud.google.com/vertex-ai",
  default: "gemini-3.8-flash",
  models: [
    ...seeing(1_000_000, "gemini-3.8-flash"),
    ...seeing(1_048_576, "gemini-3.1-pro-preview", "gemini-2.5-flash"),
  ],
};
