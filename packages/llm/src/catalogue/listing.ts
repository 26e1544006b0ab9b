import type { ModelInfo, ProviderEntry } from "../provider-entry.ts";
import { modelKey } from "./normal-id.ts";
import type { Registry } from "./registry.ts";

export function listAll(registry: Registry): readonly ModelInfo[] {
  return registry.models;
}

/** Models that can be asked now: keyless ones and those whose provider has a credential (MODL-7). */
export function listAvailable(
  registry: Registry,
  hasCredential: (provider: string) => boolean,
): readonly ModelInfo[] {
  return registry.models.filter((model) => isAvailable(model, hasCredential));
}

export function isAvailable(
  model: ModelInfo,
  hasCredential: (provider: string) => boolean,
): boolean {
  if (model.embedded === true) return true;
  return model.baseUrl !== "" && (model.keyless || hasCredential(model.provider));
}

export function providerNamed(registry: Registry, name: string): ProviderEntry | undefined {
  return registry.providers.find((provider) => provider.name === name);
}

/** All models by canonical id, in the order of the registry (MODL-12). */
export function canonicalGroups(registry: Registry): ReadonlyMap<string, readonly ModelInfo[]> {
  return Map.groupBy(registry.models, (model) => canonicalOf(model, registry));
}

export function canonicalOf(model: ModelInfo, { canonical }: Registry): string {
  return canonical.get(modelKey(model)) ?? model.id;
}
