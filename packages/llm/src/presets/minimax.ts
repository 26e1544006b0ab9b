import type { ProviderEntry } from "../provider-entry.ts";
import { each, thinking } from "./models.ts";

const models = each(
  [
    ...thinking(204_800, "MiniMax-M2.7", "MiniMax-M2.7-highspeed", "MiniMax-M2.1"),
    ...thinking(1_000_000, "minimax-m3"),
  ],
  { maxTokens: 32_000 },
);

/** The Anthropic dialect, because the OpenAI one mixes thinking into the text. */
export const minimax: ProviderEntry = {
  name: "minimax",
  label: "MiniMax",
  api: "anthropic-messages",
  baseUrl: "https://api.minimax.io/anthropic",
  auth: "bearer",
  keyEnv: ["MINIMAX_API_KEY", "MINIMAX_CODE_API_KEY"],
  keyUrl: "https://platform.minimax.io/user-center/basic-information/interface-key",
  default: "MiniMax-M2.7",
  models,
};

/** Keys of the Chinese platform are refused by the international one. */
export const minimaxCn: ProviderEntry = {
  name: "minimax-cn",
  label: "MiniMax (China)",
  api: "anthropic-messages",
  baseUrl: "https://api.minimaxi.com/anthropic",
  auth: "bearer",
  keyEnv: ["MINIMAX_CODE_CN_API_KEY"],
  catalogueId: "minimax",
  keyUrl: "https://platform.minimaxi.com/user-center/basic-information/interface-key",
  default: "MiniMax-M2.7",
  models,
};
