import type { ThinkingLevel } from "@squire/protocol";
import type { ModelInfo } from "../provider-entry.ts";
import { globMatches, isGlob } from "./glob.ts";
import { canonicalOf } from "./listing.ts";
import { modelKey } from "./normal-id.ts";
import { defaultModel, resolveModel, splitThinking } from "./resolve.ts";
import type { Resolution, ResolveContext } from "./resolve.ts";
import type { Registry } from "./registry.ts";

export type ScopedModel = { readonly model: ModelInfo; readonly thinking?: ThinkingLevel };

export type Scope = {
  /** Each concrete model once, in the order of the patterns. */
  readonly models: readonly ScopedModel[];
  /** Patterns that chose nothing, as they were resolved. */
  readonly failed: readonly Exclude<Resolution, { type: "ok" }>[];
};

/**
 * The models `--models` or `enabled_models` allow (MODL-12): a canonical id stands for all its
 * variants, `provider/model` for itself, a glob for every concrete model it fits.
 */
export function resolveScope(
  patterns: readonly string[],
  registry: Registry,
  context: ResolveContext = {},
): Scope {
  const models = new Map<string, ScopedModel>();
  const failed: Exclude<Resolution, { type: "ok" }>[] = [];
  for (const pattern of patterns) {
    const chosen = choose(pattern.trim(), registry, context);
    if (!Array.isArray(chosen)) failed.push(chosen);
    else for (const one of chosen) setOnce(models, modelKey(one.model), one);
  }
  return { models: [...models.values()], failed };
}

type Chosen = ScopedModel[] | Exclude<Resolution, { type: "ok" }>;

function choose(pattern: string, registry: Registry, context: ResolveContext): Chosen {
  const whole = expand(pattern, registry);
  if (whole.length > 0) return whole.map((model) => ({ model }));
  const { head, thinking } = splitThinking(pattern);
  if (thinking) {
    const found = expand(head, registry);
    if (found.length > 0) return found.map((model) => ({ model, thinking }));
  }
  if (isGlob(pattern)) return { type: "unknown", reference: pattern, suggestions: [] };
  const resolved = resolveModel(pattern, registry, context);
  if (resolved.type !== "ok") return resolved;
  const { type: _type, ...one } = resolved;
  return [one];
}

function expand(pattern: string, registry: Registry): readonly ModelInfo[] {
  if (isGlob(pattern)) {
    return registry.models.filter(
      (model) => globMatches(pattern, modelKey(model)) || globMatches(pattern, model.id),
    );
  }
  const exact = registry.models.filter((model) => modelKey(model) === pattern);
  if (exact.length > 0) return exact;
  return registry.models.filter((model) => canonicalOf(model, registry) === pattern);
}

function setOnce<V>(map: Map<string, V>, key: string, value: V): void {
  if (!map.has(key)) map.set(key, value);
}

export type InitialInput = {
  /** `--model`. */
  readonly explicit?: string;
  readonly scope?: Scope;
  /** The model a resumed session used last, as `provider/model`. */
  readonly resumed?: string;
  /** `default_model` of the config. */
  readonly saved?: string;
};

export type InitialModel =
  | (ScopedModel & {
      readonly type: "ok";
      readonly from: "explicit" | "resumed" | "scope" | "saved" | "provider" | "first" | "embedded";
    })
  /** What the user asked for cannot be had; nothing else is tried behind their back. */
  | { readonly type: "failed"; readonly from: "explicit" | "saved"; readonly why: Failure }
  | { readonly type: "none" };

type Failure = Exclude<Resolution, { type: "ok" }>;

/** The model a session starts with (MODL-11). */
export function initialModel(
  input: InitialInput,
  registry: Registry,
  context: ResolveContext = {},
): InitialModel {
  if (input.explicit) return asked("explicit", input.explicit, registry, context);
  const resumed = input.resumed && resolveModel(input.resumed, registry, context);
  if (resumed && resumed.type === "ok" && isUsable(resumed.model, context)) {
    return { ...resumed, from: "resumed" };
  }
  const scoped = input.resumed ? undefined : input.scope?.models[0];
  if (scoped) return { ...scoped, type: "ok", from: "scope" };
  if (input.saved) return asked("saved", input.saved, registry, context);
  return firstUsable(registry, context);
}

function asked(
  from: "explicit" | "saved",
  reference: string,
  registry: Registry,
  context: ResolveContext,
): InitialModel {
  const resolved = resolveModel(reference, registry, context);
  return resolved.type === "ok" ? { ...resolved, from } : { type: "failed", from, why: resolved };
}

function firstUsable(registry: Registry, context: ResolveContext): InitialModel {
  const defaults = registry.providers.flatMap((entry) => defaultModel(entry, registry) ?? []);
  const isWanted = (model: ModelInfo) => model.embedded !== true && isUsable(model, context);
  const provider = defaults.find(isWanted);
  if (provider) return { type: "ok", model: provider, from: "provider" };
  const first = registry.models.find(isWanted);
  if (first) return { type: "ok", model: first, from: "first" };
  const embedded = registry.models.find((model) => model.embedded === true);
  return embedded ? { type: "ok", model: embedded, from: "embedded" } : { type: "none" };
}

function isUsable(model: ModelInfo, { available }: ResolveContext): boolean {
  return available === undefined || available(model);
}
