import type { Compat } from "../compat.ts";
import { DEFAULT_TIMEOUTS } from "../endpoint.ts";
import type { Endpoint, Timeouts } from "../endpoint.ts";
import type { ModelInfo, Price, ProviderEntry } from "../provider-entry.ts";
import { mergeHeaders } from "./merge.ts";
import { priceOf } from "./prices.ts";
import type { Catalogue } from "./prices.ts";

export type EndpointOptions = {
  readonly timeouts?: Partial<Timeouts>;
  /** Added to every request; they win over those of the provider. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The variable a user would set the key in, for advice. */
  readonly keyVariable?: string;
  /** Model id → the name it is deployed under (Azure). */
  readonly deployments?: Readonly<Record<string, string>>;
};

/** Where and how a model is asked. */
export function endpointOf(model: ModelInfo, options: EndpointOptions = {}): Endpoint {
  const { deployments = {} } = options;
  const deployed = Object.hasOwn(deployments, model.id) ? deployments[model.id] : undefined;
  return {
    target: {
      provider: model.provider,
      api: model.api,
      ...(model.maxTokens === undefined ? {} : { maxOutput: model.maxTokens }),
      reasoning: model.reasoning,
      compat: compatOf(model),
    },
    model: deployed ?? model.id,
    baseUrl: model.baseUrl,
    headers: mergeHeaders(model.headers, options.headers),
    auth: model.auth,
    keyless: model.keyless,
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    ...(options.keyVariable === undefined ? {} : { keyVariable: options.keyVariable }),
  };
}

/** A model that takes no images is sent words in their place, unless its provider says otherwise (IMG-1). */
function compatOf({ compat, input }: ModelInfo): Compat {
  if (compat.supportsImages !== undefined || input.includes("image")) return compat;
  return { ...compat, supportsImages: false };
}

/** What a model costs: as stated, else by the table; null when nobody knows. */
export function priceFor(
  model: ModelInfo,
  provider: Pick<ProviderEntry, "catalogueId"> | undefined,
  catalogue: Catalogue,
): Price | null {
  if (model.cost) return model.cost;
  return priceOf(provider?.catalogueId ?? model.provider, model.id, catalogue);
}
