import type { Discovered } from "../discovery/discovered.ts";
import type { ModelEntry, ModelInfo, ProviderEntry } from "../provider-entry.ts";
import type { Api } from "../wire/contract.ts";
import { canonicalId, officialIds } from "./canonical.ts";
import type { Equivalence } from "./canonical.ts";
import { presetAt } from "./detect.ts";
import { mergeCompat, mergeModel, mergeProvider, stated } from "./merge.ts";
import { modelInfo } from "./model-info.ts";
import { modelKey } from "./normal-id.ts";
import type { Catalogue } from "./prices.ts";
import type { Problem } from "./problem.ts";
import { factsProblem, validateEntry } from "./validate-entry.ts";

export type RegistryInput = {
  readonly presets: readonly ProviderEntry[];
  /** `[[providers]]` of the config. */
  readonly entries?: readonly ProviderEntry[];
  /** `provider/model` → what to change about it. */
  readonly modelOverrides?: Overrides;
  readonly discovered?: readonly Discovered[];
  readonly equivalence?: Equivalence;
  /** Fills in windows and prices nobody stated. */
  readonly catalogue?: Catalogue;
};

/** Every provider and model there is. Pure data: building it asks nobody anything. */
export type Registry = {
  readonly models: readonly ModelInfo[];
  /** With overrides applied, models left out: those are in `models`. */
  readonly providers: readonly ProviderEntry[];
  readonly problems: readonly Problem[];
  /** `provider/model` → canonical id. */
  readonly canonical: ReadonlyMap<string, string>;
  readonly catalogue?: Catalogue;
};

type Overrides = Readonly<Record<string, Partial<ModelEntry>>>;
type Draft = { readonly entry: ModelEntry; readonly source: ModelInfo["source"] };
type Shelf = { readonly provider: ProviderEntry; readonly drafts: ReadonlyMap<string, Draft> };

/** Merges all layers in the order of MODL-5. A bad entry costs only itself. */
export function buildRegistry(input: RegistryInput): Registry {
  const problems: Problem[] = [];
  const shelves = new Map(input.presets.map((preset) => [preset.name, shelfOf(preset)]));
  for (const given of input.entries ?? []) {
    const checked = validateEntry(given, shelves.get(given.name)?.provider);
    problems.push(...checked.problems);
    if (checked.entry) shelves.set(given.name, withEntry(checked.entry, shelves, input));
  }
  for (const found of input.discovered ?? []) {
    shelves.set(found.provider, withDiscovered(found, shelves.get(found.provider)));
  }
  const checked = checkOverrides(input, shelves);
  const models = [...shelves.values()].flatMap((shelf) =>
    toModels(shelf, checked.overrides, input.catalogue),
  );
  let canonical: ReadonlyMap<string, string> | undefined;
  return {
    models,
    providers: [...shelves.values()].map(({ provider }) => provider),
    problems: [...problems, ...checked.problems],
    // Made when it is asked for: a run that names its model never does.
    get canonical() {
      return (canonical ??= canonicalIds(models, input));
    },
    ...(input.catalogue ? { catalogue: input.catalogue } : {}),
  };
}

function canonicalIds(
  models: readonly ModelInfo[],
  { presets, equivalence }: RegistryInput,
): ReadonlyMap<string, string> {
  const official = officialIds(presets);
  return new Map(
    models.map((model) => [modelKey(model), canonicalId(model, official, equivalence)]),
  );
}

function shelfOf({ models = [], ...provider }: ProviderEntry): Shelf {
  const drafts = models.map((entry) => [entry.id, { entry, source: "preset" }] as const);
  return { provider, drafts: new Map<string, Draft>(drafts) };
}

/** A config entry over what its name meant so far. */
function withEntry(
  entry: ProviderEntry,
  shelves: ReadonlyMap<string, Shelf>,
  { presets }: RegistryInput,
): Shelf {
  const { models: own = [], ...given } = entry;
  const known = shelves.get(entry.name);
  // A provider of the user's own that happens to have this name is somewhere else.
  const lower = known?.provider.embedded === true ? undefined : known;
  const like = lower ? undefined : presetAt(entry.baseUrl, presets);
  const merged = lower ? mergeProvider(lower.provider, given) : likePreset(given, like);
  const first = entry.default ?? own[0]?.id;
  const provider = first === undefined ? merged : { ...merged, default: first };
  const level = stated({
    contextWindow: entry.contextWindow,
    cost: entry.cost,
    maxTokens: entry.maxTokens,
  });
  const drafts = new Map<string, Draft>();
  // What the config says of the whole provider comes later than what a preset says of a model.
  for (const [id, draft] of lower?.drafts ?? []) {
    drafts.set(id, { ...draft, entry: mergeModel(draft.entry, level) });
  }
  for (const model of own) {
    const facts = lower?.drafts.get(model.id)?.entry ?? modelIn(like, model.id);
    drafts.set(model.id, { entry: customModel(model, facts, level), source: "config" });
  }
  return { provider, drafts };
}

/** A model with facts replaces what was known of it; a bare id only names it. */
function customModel(model: ModelEntry, known: ModelEntry | undefined, level: object): ModelEntry {
  const bare = Object.keys(stated(model)).length === 1;
  return mergeModel(bare && known ? known : { id: model.id }, { ...level, ...stated(model) });
}

function modelIn(provider: ProviderEntry | undefined, id: string): ModelEntry | undefined {
  return provider?.models?.find((model) => model.id === id);
}

/** A provider of the user's own at the address of a known vendor has that vendor's quirks. */
function likePreset(entry: ProviderEntry, like: ProviderEntry | undefined): ProviderEntry {
  if (!like) return entry;
  return {
    ...(like.api === entry.api && like.auth !== undefined ? { auth: like.auth } : {}),
    catalogueId: like.catalogueId ?? like.name,
    ...entry,
    // Quirks are those of one family of protocols: many vendors offer a second one without them.
    ...(familyOf(like.api) === familyOf(entry.api)
      ? { compat: mergeCompat(like.compat, entry.compat) }
      : {}),
  };
}

function familyOf(api: Api | undefined): string | undefined {
  return api?.includes("openai") ? "openai" : api;
}

function withDiscovered(found: Discovered, lower: Shelf | undefined): Shelf {
  const { provider: name, api, baseUrl, models } = found;
  const base = lower?.provider ?? { name, api, keyless: true };
  const drafts = new Map(lower?.drafts);
  for (const { note: _note, ...entry } of models) {
    const known = drafts.get(entry.id);
    drafts.set(entry.id, {
      entry: known ? mergeModel(known.entry, entry) : entry,
      source: "discovered",
    });
  }
  return { provider: { ...base, api: base.api ?? api, baseUrl }, drafts };
}

function toModels(
  { provider, drafts }: Shelf,
  overrides: Overrides,
  catalogue: Catalogue | undefined,
): readonly ModelInfo[] {
  return [...drafts.values()].flatMap(({ entry, source }) => {
    const overridden = [
      provider.modelOverrides?.[entry.id],
      overrides[modelKey({ provider: provider.name, id: entry.id })],
    ]
      .filter((override) => override !== undefined)
      .reduce<ModelEntry>(mergeModel, entry);
    return modelInfo(provider, overridden, source, catalogue) ?? [];
  });
}

function checkOverrides(
  { modelOverrides = {} }: RegistryInput,
  shelves: ReadonlyMap<string, Shelf>,
): { readonly overrides: Overrides; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const good = Object.entries(modelOverrides).filter(([key, facts]) => {
    const provider = key.slice(0, Math.max(0, key.indexOf("/")));
    const message = shelves.has(provider)
      ? factsProblem(facts, `of the override for "${key}" `)
      : `The model override "${key}" names no known provider: write it as "provider/model".`;
    if (message !== undefined) problems.push({ severity: "error", provider, message });
    return message === undefined;
  });
  return { overrides: Object.fromEntries(good), problems };
}
