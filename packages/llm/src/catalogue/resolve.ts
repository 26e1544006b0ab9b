import { THINKING_LEVELS } from "@squire/protocol/values";
import type { ThinkingLevel } from "@squire/protocol";
import type { ModelInfo, ProviderEntry } from "../provider-entry.ts";
import { fuzzyMatches } from "./fuzzy.ts";
import { canonicalOf } from "./listing.ts";
import { unlistedModel } from "./model-info.ts";
import { modelKey, normalId } from "./normal-id.ts";
import type { Registry } from "./registry.ts";
import { closest } from "./similar.ts";

export type Resolution =
  | { readonly type: "ok"; readonly model: ModelInfo; readonly thinking?: ThinkingLevel }
  | {
      readonly type: "ambiguous";
      readonly reference: string;
      readonly candidates: readonly ModelInfo[];
    }
  | {
      readonly type: "unknown";
      readonly reference: string;
      readonly suggestions: readonly string[];
    };

export type ResolveContext = {
  /** Whether a model can be asked now; without it all count alike. */
  readonly available?: (model: ModelInfo) => boolean;
  /** `model_provider_order` of the config. */
  readonly providerOrder?: readonly string[];
};

/**
 * What a reference means (MODL-8): a provider's name, `provider/model`, a canonical id, a bare id,
 * then anything that looks like one model; with `:<thinking>` after it if wanted. Total: any text
 * gives an answer.
 */
export function resolveModel(
  reference: string,
  registry: Registry,
  context: ResolveContext = {},
): Resolution {
  const wanted = reference.trim();
  const exact = resolveExactly(wanted, registry, context);
  if (exact) return { type: "ok", model: exact };
  const { head, thinking } = splitThinking(wanted);
  const whole = resolveLoosely(head, registry, context);
  return thinking && whole.type === "ok" ? { ...whole, thinking } : whole;
}

/** `model:high` → model and level. Ids have colons too, so only a known level is cut off. */
export function splitThinking(reference: string): {
  readonly head: string;
  readonly thinking?: ThinkingLevel;
} {
  const colon = reference.lastIndexOf(":");
  const tail = reference.slice(colon + 1).toLowerCase();
  const thinking = THINKING_LEVELS.find((level) => level === tail);
  if (colon <= 0 || thinking === undefined) return { head: reference };
  return { head: reference.slice(0, colon), thinking };
}

/** One of several places that serve the same model: available, then preferred, then first. */
export function pickVariant(
  variants: readonly ModelInfo[],
  { available, providerOrder = [] }: ResolveContext,
): ModelInfo | undefined {
  const rank = (model: ModelInfo): number => {
    const place = providerOrder.indexOf(model.provider);
    const absent = available && !available(model) ? providerOrder.length + 1 : 0;
    return absent + (place < 0 ? providerOrder.length : place);
  };
  return [...variants].sort((a, b) => rank(a) - rank(b))[0];
}

function resolveExactly(
  reference: string,
  registry: Registry,
  context: ResolveContext,
): ModelInfo | undefined {
  const provider = providerLike(reference, registry);
  const named = provider && defaultModel(provider, registry);
  if (named) return named;
  const { models } = registry;
  const concrete = models.find((model) => modelKey(model) === reference);
  if (concrete) return concrete;
  const variant = pickVariant(sharing(reference, registry), context);
  // An id that begins with a vendor's name may mean that vendor instead: see below.
  const doubtful = variant && reference.includes("/") && context.available?.(variant) === false;
  return doubtful ? undefined : variant;
}

/** The models one canonical id stands for. */
function sharing(canonical: string, registry: Registry): readonly ModelInfo[] {
  return registry.models.filter((model) => canonicalOf(model, registry) === canonical);
}

function resolveLoosely(
  reference: string,
  registry: Registry,
  context: ResolveContext,
): Resolution {
  const exact = resolveExactly(reference, registry, context);
  if (exact) return { type: "ok", model: exact };
  const bare = registry.models.filter((model) => model.id === reference);
  const distinct = onePerGroup(bare, registry, context);
  if (distinct.length > 1) return { type: "ambiguous", reference, candidates: distinct };
  // A vendor's name in front of a model nobody listed is a wish for exactly that vendor, but some
  // hosts have such names as ids: the one that can be asked is meant.
  const listed = [...sharing(reference, registry), ...bare];
  const model = pickVariant([...listed, ...atNamedProvider(reference, registry)], context);
  if (model) return { type: "ok", model };
  return resolveFuzzily(reference, registry, context);
}

function resolveFuzzily(
  reference: string,
  registry: Registry,
  context: ResolveContext,
): Resolution {
  const found = fuzzyMatches(reference, registry.models);
  const usable = context.available ? found.filter(context.available) : found;
  const candidates = onePerGroup(usable.length > 0 ? usable : found, registry, context);
  const [model, ...others] = candidates;
  if (model === undefined) {
    return { type: "unknown", reference, suggestions: suggestions(reference, registry) };
  }
  if (others.length > 0) return { type: "ambiguous", reference, candidates };
  return { type: "ok", model };
}

/** The model a provider is asked for when none is named. */
export function defaultModel(provider: ProviderEntry, registry: Registry): ModelInfo | undefined {
  const own = registry.models.filter((model) => model.provider === provider.name);
  const id = provider.default;
  if (id === undefined) return own[0];
  return own.find((model) => model.id === id) ?? unlisted(provider, id, own[0], registry);
}

/** `provider/id` at a provider that is there: another spelling of a listed id, else as written. */
function atNamedProvider(reference: string, registry: Registry): readonly ModelInfo[] {
  const slash = reference.indexOf("/");
  const id = reference.slice(slash + 1);
  const provider = providerLike(reference.slice(0, Math.max(0, slash)), registry);
  // An id goes into a URL and a log as it is.
  if (!provider || id === "" || /[\s\p{Cc}]/u.test(id)) return [];
  const own = registry.models.filter((model) => model.provider === provider.name);
  const spelt = own.filter((model) => normalId(model.id) === normalId(id));
  if (spelt.length > 0) return spelt;
  return [unlisted(provider, id, defaultModel(provider, registry), registry)].flatMap(
    (model) => model ?? [],
  );
}

function unlisted(
  provider: ProviderEntry,
  id: string,
  like: ModelInfo | undefined,
  { catalogue }: Registry,
): ModelInfo | undefined {
  return unlistedModel(provider, id, like, catalogue) ?? undefined;
}

function providerLike(name: string, { providers }: Registry): ProviderEntry | undefined {
  const wanted = name.toLowerCase();
  return providers.find((provider) => provider.name.toLowerCase() === wanted);
}

/** Different models, each at the place where it would be asked. */
function onePerGroup(
  models: readonly ModelInfo[],
  registry: Registry,
  context: ResolveContext,
): readonly ModelInfo[] {
  const groups = Map.groupBy(models, (model) => canonicalOf(model, registry));
  return [...groups.values()].flatMap((group) => pickVariant(group, context) ?? []);
}

function suggestions(reference: string, registry: Registry): readonly string[] {
  const byName = new Map<string, string>();
  for (const model of registry.models) {
    byName.set(modelKey(model), modelKey(model));
    if (!byName.has(model.id)) byName.set(model.id, modelKey(model));
  }
  for (const { name } of registry.providers) byName.set(name, name);
  const near = closest(reference, [...byName.keys()], 10).map((name) => byName.get(name) ?? name);
  return [...new Set(near)].slice(0, 5);
}
