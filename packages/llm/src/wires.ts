import { anthropicMessages } from "./wire/anthropic.ts";
import type { Api, Wire } from "./wire/contract.ts";
import { googleGemini } from "./wire/google.ts";
import { openaiChat } from "./wire/openai-chat.ts";
import { openaiResponses } from "./wire/openai-responses.ts";

/** Which wire protocol speaks which api; dialects share one and differ by data (PROV-7). */
export const WIRES: Readonly<Record<Api, Wire>> = {
  "openai-completions": openaiChat,
  "openai-responses": openaiResponses,
  "openai-codex-responses": openaiResponses,
  "azure-openai-responses": openaiResponses,
  "anthropic-messages": anthropicMessages,
  "google-generative-ai": googleGemini,
  "google-vertex": googleGemini,
};
