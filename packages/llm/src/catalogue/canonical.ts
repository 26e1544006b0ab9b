import type { ModelInfo, ProviderEntry } from "../provider-entry.ts";
import { modelKey, normalId, withoutMaker } from "./normal-id.ts";

/** `[equivalence]` of a config. */
export type Equivalence = {
  /** `provider/model` → canonical id. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** `provider/model` or ids that are never grouped with others. */
  readonly exclude?: readonly string[];
};

/** Who makes models, as opposed to who resells them. */
const MAKERS = new Set([
  "anthropic",
  "openai",
  "google",
  "deepseek",
  "mistral",
  "xai",
  "moonshot",
  "minimax",
  "zai",
  "xiaomi",
]);

/** The ids their makers gave, by their normal form. */
export function officialIds(presets: readonly ProviderEntry[]): ReadonlyMap<string, string> {
  const ids = presets
    .filter(({ name }) => MAKERS.has(name))
    .flatMap(({ models = [] }) => models.map(({ id }) => [normalId(id), id] as const));
  return new Map(ids);
}

/**
 * The id that stands for the same model wherever it is served (MODL-9): what the config says, else
 * its maker's id, else its own. Only spellings of an official id are recognised; anything looser
 * would mix up models.
 */
export function canonicalId(
  model: Pick<ModelInfo, "provider" | "id">,
  official: ReadonlyMap<string, string>,
  { overrides = {}, exclude = [] }: Equivalence = {},
): string {
  const key = modelKey(model);
  if (Object.hasOwn(overrides, key)) return overrides[key] ?? model.id;
  // The key itself is unique: nothing else can share it.
  if (exclude.includes(key) || exclude.includes(model.id)) return key;
  const normal = normalId(model.id);
  return official.get(normal) ?? official.get(withoutMaker(normal)) ?? model.id;
}
