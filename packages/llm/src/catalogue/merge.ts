import type { Compat } from "../compat.ts";
import type { ModelEntry, ProviderEntry } from "../provider-entry.ts";
import { isRecord } from "../wire/read.ts";

/** Objects merge key by key, everything else is replaced; a key that is not stated changes nothing. */
export function mergeDeep<T extends object>(lower: T, upper: Partial<T>): T {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(lower));
  for (const [key, value] of Object.entries(upper)) {
    // Assigning to this one would change the object's nature instead of its content.
    if (value === undefined || key === "__proto__") continue;
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isRecord(below) && isRecord(value) ? mergeDeep(below, value) : value;
  }
  return merged as T;
}

export function mergeCompat(...layers: readonly (Compat | undefined)[]): Compat {
  const [first = {}, ...rest] = layers.filter((layer) => layer !== undefined);
  return rest.reduce((merged, layer) => mergeDeep(merged, layer), first);
}

type Headers = Readonly<Record<string, string>>;

/** Header names do not differ by case: a later one replaces an earlier one however it is written. */
export function mergeHeaders(...layers: readonly (Headers | undefined)[]): Headers {
  if (layers.every((layer) => layer === undefined)) return {};
  const merged = new Map<string, readonly [string, string]>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      merged.set(name.toLowerCase(), [name, value]);
    }
  }
  return Object.fromEntries(merged.values());
}

/** A later statement about a model over an earlier one. */
export function mergeModel(lower: ModelEntry, upper: Partial<ModelEntry>): ModelEntry {
  return {
    ...lower,
    ...stated(upper),
    ...(lower.headers || upper.headers
      ? { headers: mergeHeaders(lower.headers, upper.headers) }
      : {}),
    ...(lower.compat || upper.compat ? { compat: mergeCompat(lower.compat, upper.compat) } : {}),
    id: lower.id,
  };
}

/** A later entry for a provider over an earlier one, without their models. */
export function mergeProvider(lower: ProviderEntry, upper: ProviderEntry): ProviderEntry {
  return {
    ...lower,
    ...stated(upper),
    ...(lower.headers || upper.headers
      ? { headers: mergeHeaders(lower.headers, upper.headers) }
      : {}),
    ...(lower.compat || upper.compat ? { compat: mergeCompat(lower.compat, upper.compat) } : {}),
    ...(lower.modelOverrides || upper.modelOverrides
      ? { modelOverrides: mergeDeep(lower.modelOverrides ?? {}, upper.modelOverrides ?? {}) }
      : {}),
    ...(lower.models ? { models: lower.models } : {}),
    name: lower.name,
  };
}

/** Without the keys that are there but undefined, as parsed configs have them. */
export function stated<T extends object>(value: T): Partial<T> {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
