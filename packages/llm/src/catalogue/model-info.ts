import { PLAIN_CHAT } from "../presets/plain-chat.ts";
import type { ModelEntry, ModelInfo, ProviderEntry } from "../provider-entry.ts";
import { authOf } from "./api-names.ts";
import { mergeCompat, mergeHeaders } from "./merge.ts";
import { lookUp } from "./prices.ts";
import type { Catalogue } from "./prices.ts";

/** One concrete model from what its provider and its own entry say; null without a wire protocol. */
export function modelInfo(
  provider: ProviderEntry,
  entry: ModelEntry,
  source: ModelInfo["source"],
  catalogue?: Catalogue,
): ModelInfo | null {
  const api = entry.api ?? provider.api;
  if (api === undefined) return null;
  const known = catalogue && lookUp(provider.catalogueId ?? provider.name, entry.id, catalogue);
  const cost = entry.cost ?? provider.cost ?? known?.price;
  const maxTokens = entry.maxTokens ?? provider.maxTokens;
  const base = api === "openai-completions" ? PLAIN_CHAT : undefined;
  return {
    provider: provider.name,
    id: entry.id,
    name: entry.name ?? known?.name ?? entry.id,
    api,
    baseUrl: (provider.baseUrl ?? "").trim().replace(/\/+$/, ""),
    auth: provider.auth ?? authOf(api),
    keyless: provider.keyless === true || provider.auth === "none",
    ...(provider.embedded === true ? { embedded: true } : {}),
    reasoning: entry.reasoning ?? false,
    input: entry.input ?? ["text"],
    ...(cost ? { cost } : {}),
    contextWindow: entry.contextWindow ?? provider.contextWindow ?? known?.contextWindow ?? 0,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    headers: mergeHeaders(provider.headers, entry.headers),
    compat: mergeCompat(base, provider.compat, entry.compat),
    ...(entry.promotionTarget === undefined ? {} : { promotionTarget: entry.promotionTarget }),
    source,
  };
}

/**
 * A model nobody has listed at a provider that is known: catalogues lag behind vendors. Its window
 * and price are unknown; what it can do is guessed from the provider's default model.
 */
export function unlistedModel(
  provider: ProviderEntry,
  id: string,
  like: ModelInfo | undefined,
  catalogue?: Catalogue,
): ModelInfo | null {
  const guess = like ? { reasoning: like.reasoning, input: like.input } : {};
  return modelInfo(provider, { id, ...guess }, "config", catalogue);
}
