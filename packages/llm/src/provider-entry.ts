import type { AuthStyle } from "./endpoint.ts";
import type { Compat } from "./compat.ts";
import type { Api } from "./wire/contract.ts";

/** USD per million tokens. */
export type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
};

/** A model as a preset or a config file states it; what is absent comes from the catalogue. */
export type ModelEntry = {
  readonly id: string;
  readonly name?: string;
  readonly api?: Api;
  readonly reasoning?: boolean;
  readonly input?: readonly ("text" | "image")[];
  readonly cost?: Price;
  /** 0 = unknown: compaction is off for it. */
  readonly contextWindow?: number;
  readonly maxTokens?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly compat?: Compat;
  /** `provider/id`, or an id at the same provider, with a larger window (CMP-15). */
  readonly promotionTarget?: string;
};

export type DiscoveryType = "ollama" | "llama.cpp" | "lm-studio" | "openai";

/**
 * An endpoint with its models (MODL-1). Presets are these as data; `[[providers]]` in a config
 * file becomes one; both go through the same merge (MODL-5).
 */
export type ProviderEntry = {
  readonly name: string;
  readonly label?: string;
  readonly api?: Api;
  readonly baseUrl?: string;
  /** Environment variables that may hold the key, first wins. */
  readonly keyEnv?: readonly string[];
  /** A key given in the config: `!command`, the name of an environment variable, or the key itself (MODL-16). */
  readonly apiKey?: string;
  /** Needs no key at all: local servers, `auth = "none"`. */
  readonly keyless?: boolean;
  /** Part of Squire itself: nobody is asked over a wire. */
  readonly embedded?: true;
  readonly auth?: AuthStyle;
  readonly headers?: Readonly<Record<string, string>>;
  readonly compat?: Compat;
  readonly models?: readonly ModelEntry[];
  readonly default?: string;
  readonly contextWindow?: number;
  readonly cost?: Price;
  readonly maxTokens?: number;
  readonly modelOverrides?: Readonly<Record<string, Partial<ModelEntry>>>;
  readonly discovery?: { readonly type: DiscoveryType; readonly baseUrl?: string };
  /** Provider id in the price table, where it differs from `name`. */
  readonly catalogueId?: string;
  /** Where a user gets a key, for advice. */
  readonly keyUrl?: string;
};

/** One concrete model with everything resolved (MODL-3). */
export type ModelInfo = {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly api: Api;
  readonly baseUrl: string;
  readonly auth: AuthStyle;
  readonly keyless: boolean;
  /** Part of Squire itself: it needs no address and is chosen only when there is nothing else. */
  readonly embedded?: true;
  readonly reasoning: boolean;
  readonly input: readonly ("text" | "image")[];
  /** Absent = unknown, which is not the same as free. */
  readonly cost?: Price;
  readonly contextWindow: number;
  readonly maxTokens?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly compat: Compat;
  readonly promotionTarget?: string;
  readonly source: "preset" | "config" | "discovered";
};
