import type { ProviderEntry } from "../provider-entry.ts";
import { plain, thinking } from "./models.ts";

export const nvidia: ProviderEntry = {
  name: "nvidia",
  label: "NVIDIA NIM",
  api: "openai-completions",
  baseUrl: "https://integrate.api.nvidia.com/v1",
  keyEnv: ["NVIDIA_API_KEY"],
  keyUrl: "https://build.nvidia.com/settings/api-keys",
  default: "nvidia/nemotron-3-super-120b-a12b",
  models: [
    ...thinking(262_144, "nvidia/nemotron-3-super-120b-a12b", "nvidia/nemotron-3-nano-30b-a3b"),
    ...plain(131_072, "meta/llama-3.3-70b-instruct"),
  ],
  // Each hosted model has its own switch for thinking, none of them `reasoning_effort`.
  compat: { thinkingStyle: "none" },
};
