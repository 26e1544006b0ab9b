import type { Compat } from "../compat.ts";

/**
 * What Chat Completions servers other than OpenAI's have in common: they refuse or ignore the
 * fields OpenAI added later, so none of them is sent unless a preset or a config says so.
 */
export const PLAIN_CHAT: Compat = {
  supportsStore: false,
  supportsDeveloperRole: false,
  supportsCacheKey: false,
  maxTokensField: "max_tokens",
};
