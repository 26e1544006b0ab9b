import type { ProviderEntry } from "../provider-entry.ts";

/** The model that is always there. Not among the vendors: nobody sells it and nothing is asked. */
export const SCOUT: ProviderEntry = {
  name: "squire",
  label: "Squire (embedded)",
  // What a request to it looks like in the log; nothing is sent.
  api: "openai-completions",
  embedded: true,
  keyless: true,
  cost: { input: 0, output: 0 },
  default: "scout",
  models: [{ id: "scout", name: "Scout", contextWindow: 1_000_000, reasoning: false }],
};
