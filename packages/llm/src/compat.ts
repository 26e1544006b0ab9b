import type { JsonObject, ThinkingLevel } from "@squire/protocol";

/**
 * How a compatible server differs from the vendor that defined its wire protocol (PROV-22).
 * Every field is optional; absent means "as the defining vendor does it".
 */
export type Compat = {
  /** Send `store: false` so that replies are not kept by the vendor. */
  readonly supportsStore?: boolean;
  /** Send the system text under the role `developer`. */
  readonly supportsDeveloperRole?: boolean;
  readonly supportsReasoningEffort?: boolean;
  /** Ask for usage with `stream_options.include_usage` (default true). */
  readonly supportsStreamUsage?: boolean;
  /** Send `prompt_cache_key` (default: only OpenAI itself). */
  readonly supportsCacheKey?: boolean;
  /** Long retention of cached prompts can be asked for. */
  readonly supportsLongCache?: boolean;
  /** Send Anthropic cache breakpoints (default true for the Anthropic wire). */
  readonly supportsCacheControl?: boolean;
  readonly supportsImages?: boolean;
  readonly supportsTemperature?: boolean;
  /** A Chat Completions stream without a final `[DONE]` counts as cut (default true). */
  readonly requiresDone?: boolean;
  /** Call ids must have exactly this many letters and digits. */
  readonly callIdLength?: number;
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens";
  /** How a thinking level is spelled on Chat Completions (default `effort`). */
  readonly thinkingStyle?: "effort" | "deepseek" | "openrouter" | "qwen" | "zai" | "none";
  /** The field of a Chat Completions message that carries reasoning back (default: not sent). */
  readonly reasoningField?: "reasoning_content" | "reasoning";
  /** Our levels in the vendor's words; a missing level clamps to the nearest lower one. */
  readonly thinkingLevels?: { readonly [Level in ThinkingLevel]?: string };
  readonly openrouterRouting?: Routing;
  readonly vercelRouting?: Routing;
  /** Merged into the request body last, before the messages. */
  readonly extraBody?: JsonObject;
};

export type Routing = { readonly only?: readonly string[]; readonly order?: readonly string[] };
