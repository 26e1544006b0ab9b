import type { Wire } from "./contract.ts";
import { encodeResponses } from "./openai-responses-encode.ts";
import { responsesStepper } from "./openai-responses-step.ts";

/** OpenAI Responses, also at Azure and behind Codex. */
export const openaiResponses: Wire = { encode: encodeResponses, stepper: responsesStepper };
