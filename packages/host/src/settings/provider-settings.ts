import type { Api, Compat, ModelEntry, Price, ProviderEntry } from "@squire/llm";
import { apiNamed } from "@squire/llm";
import { camelKeys } from "./key-spec.ts";
import type { providerKeys } from "./keys/providers.ts";
import type { OutputOf } from "./shape.ts";

/** A `[[providers]]` table after it has been checked. */
export type ProviderTable = {
  readonly [K in keyof typeof providerKeys]?: OutputOf<(typeof providerKeys)[K]["shape"]>;
} & { readonly name: string };

type ModelTable = NonNullable<ProviderTable["models"]>[number];
type CostTable = NonNullable<ProviderTable["cost"]>;
type CompatTable = NonNullable<ProviderTable["compat"]>;

/** A `[[providers]]` table as `llm` reads it (MODL-1). */
export function toProviderEntry(table: ProviderTable): ProviderEntry {
  const models = [...(table.model === undefined ? [] : [table.model]), ...(table.models ?? [])];
  return present({
    name: table.name,
    api: toApi(table.api ?? table.kind),
    baseUrl: table.base_url?.replace(/\/+$/, ""),
    keyEnv: table.api_key_env,
    apiKey: table.api_key,
    keyless: table.auth === "none" ? true : undefined,
    auth: table.auth ?? (table.auth_header === true ? "bearer" : undefined),
    headers: table.headers,
    compat: table.compat === undefined ? undefined : toCompat(table.compat),
    models: models.length === 0 ? undefined : models.map(toModelEntry),
    default: table.default,
    contextWindow: table.context_window,
    cost: table.cost === undefined ? undefined : toPrice(table.cost),
    maxTokens: table.max_tokens,
    modelOverrides: toOverrides(table.model_overrides),
    discovery: toDiscovery(table.discovery),
  });
}

function toModelEntry({ id, ...fields }: ModelTable): ModelEntry {
  return { id, ...toModelFields(fields) };
}

function toModelFields(fields: Omit<ModelTable, "id">): Partial<Omit<ModelEntry, "id">> {
  return present({
    name: fields.name,
    api: toApi(fields.api),
    reasoning: fields.reasoning,
    input: fields.input,
    cost: fields.cost === undefined ? undefined : toPrice(fields.cost),
    contextWindow: fields.context_window,
    maxTokens: fields.max_tokens,
    headers: fields.headers,
    compat: fields.compat === undefined ? undefined : toCompat(fields.compat),
    promotionTarget: fields.promotion_target,
  });
}

function toApi(kind: string | undefined): Api | undefined {
  const named = kind === undefined ? undefined : apiNamed(kind);
  return named?.ok === true ? named.api : undefined;
}

function toOverrides(
  overrides: ProviderTable["model_overrides"],
): ProviderEntry["modelOverrides"] | undefined {
  if (overrides === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(overrides).map(([id, fields]) => [id, toModelFields(fields)]),
  );
}

function toDiscovery(
  discovery: ProviderTable["discovery"],
): ProviderEntry["discovery"] | undefined {
  if (discovery === undefined) return undefined;
  return present({ type: discovery.type, baseUrl: discovery.base_url?.replace(/\/+$/, "") });
}

function toPrice(cost: CostTable): Price {
  return present({
    input: cost.input,
    output: cost.output,
    cacheRead: cost.cache_read,
    cacheWrite: cost.cache_write,
  });
}

/** The two spellings differ in nothing but the case of their keys. */
function toCompat(compat: CompatTable): Compat {
  return camelKeys(compat);
}

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out what is undefined. */
function present<T extends object>(table: T): Present<T> {
  const kept = Object.entries(table).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Present<T>;
}
