export type {
  Clock,
  Credential,
  CredentialSource,
  CredentialVerdict,
  FetchPort,
  Ports,
} from "./ports.ts";
export type { Compat, Routing } from "./compat.ts";
export { DEFAULT_TIMEOUTS } from "./endpoint.ts";
export type { AuthStyle, Endpoint, Timeouts } from "./endpoint.ts";
export type {
  DiscoveryType,
  ModelEntry,
  ModelInfo,
  Price,
  ProviderEntry,
} from "./provider-entry.ts";
export { APIS } from "./wire/contract.ts";
export type { Api, Stepper, Target, Wire, WireBody, WireRequest } from "./wire/contract.ts";
export { beginsWith, bodyText } from "./wire/body.ts";
export { freshItems } from "./wire/growing-body.ts";
export { encodeOnce } from "./wire/encode-once.ts";
export { WIRES } from "./wires.ts";
export { createModel } from "./create.ts";
export type { ModelConfig } from "./create.ts";

export { fetchBalance, fetchModels } from "./transport/account.ts";
export type { Balance } from "./transport/account.ts";
export { createBreaker } from "./transport/breaker.ts";
export { filteredModel } from "./transport/emitting-model.ts";
export { withFallback } from "./transport/fallback.ts";
export type { FallbackModel } from "./transport/fallback.ts";
export { httpModel } from "./transport/http-model.ts";
export { mergeDeltas } from "./transport/merge.ts";
export { parsePartialJson } from "./transport/partial-json.ts";
export { redact } from "./transport/redact.ts";
export { withRetry } from "./transport/retry.ts";
export { sseFrames } from "./transport/sse.ts";

export { apiNamed } from "./catalogue/api-names.ts";
export { presetAt } from "./catalogue/detect.ts";
export { endpointOf, priceFor } from "./catalogue/endpoint-of.ts";
export { vendorHeaders } from "./transport/vendor-headers.ts";
export { canonicalGroups, isAvailable, listAvailable, providerNamed } from "./catalogue/listing.ts";
export { modelKey } from "./catalogue/normal-id.ts";
export { costOf, loadCatalogue } from "./catalogue/prices.ts";
export type { Catalogue } from "./catalogue/prices.ts";
export type { Problem as CatalogueProblem } from "./catalogue/problem.ts";
export { buildRegistry } from "./catalogue/registry.ts";
export type { Registry } from "./catalogue/registry.ts";
export { resolveModel, splitThinking } from "./catalogue/resolve.ts";
export type { Resolution } from "./catalogue/resolve.ts";
export { isRole, resolveRole, roleReference, rolesFromEnv } from "./catalogue/roles.ts";
export type { RoleLayers } from "./catalogue/roles.ts";
export { initialModel, resolveScope } from "./catalogue/scope.ts";
export type { InitialModel, Scope } from "./catalogue/scope.ts";

export { discoverLocal } from "./discovery/discover.ts";
export type { Discovery } from "./discovery/discover.ts";
export { detectTruncation } from "./discovery/truncation.ts";
export { azureDeployments } from "./presets/azure-dialect.ts";
export { resolveDialects } from "./presets/dialects.ts";
export { PRESETS } from "./presets/index.ts";
export { SCOUT } from "./scout/provider.ts";
export { withSafetyNet } from "./scout/safety-net.ts";
export { scoutModel } from "./scout/scout-model.ts";
export { googleCredentialsFile } from "./presets/vertex-dialect.ts";
export { vertexTokens } from "./presets/vertex-token.ts";
