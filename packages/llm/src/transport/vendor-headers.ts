import { endpointOf } from "../catalogue/endpoint-of.ts";
import type { CredentialSource } from "../ports.ts";
import type { ModelInfo } from "../provider-entry.ts";
import { hasOwnAuth, requestHeaders, type Headers } from "./headers.ts";
import { ModelFailed } from "./model-failed.ts";

/**
 * The headers by which the vendor of a model knows the user, for what it offers besides models;
 * null where there is no key, or none that can be sent.
 */
export async function vendorHeaders(
  model: ModelInfo,
  credentials: CredentialSource,
): Promise<Headers | null> {
  const endpoint = endpointOf(model);
  const isKnown = endpoint.keyless || hasOwnAuth(endpoint);
  const credential = isKnown ? null : await credentials.pick(model.provider);
  if (credential === null && !isKnown) return null;
  try {
    return requestHeaders(endpoint, credential?.secret ?? null, {});
  } catch (error) {
    if (error instanceof ModelFailed) return null;
    throw error;
  }
}
