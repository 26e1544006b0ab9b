import type { Wire } from "./contract.ts";
import { encodeChat } from "./openai-chat-encode.ts";
import { chatStepper } from "./openai-chat-step.ts";

/** OpenAI Chat Completions and everything that speaks it. */
export const openaiChat: Wire = { encode: encodeChat, stepper: chatStepper };
