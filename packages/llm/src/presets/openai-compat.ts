import type { Compat } from "../compat.ts";

/** What OpenAI's own servers know, wherever they run and whichever of its protocols they speak. */
export const OPENAI_COMPAT: Compat = {
  supportsStore: true,
  supportsDeveloperRole: true,
  supportsCacheKey: true,
  supportsLongCache: true,
  // A model that reasons refuses any temperature.
  supportsTemperature: false,
  maxTokensField: "max_completion_tokens",
  // Since 5.1 the models know `none` and no longer know `minimal`.
  thinkingLevels: { off: "none", low: "low", medium: "medium", high: "high", xhigh: "xhigh" },
};
