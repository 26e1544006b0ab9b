import type { ModelEntry, Price, ProviderEntry } from "../provider-entry.ts";
import type { Problem } from "./problem.ts";
import { stated } from "./merge.ts";

export type Validated = {
  /** Null when nothing of the entry can be used. */
  readonly entry: ProviderEntry | null;
  readonly problems: readonly Problem[];
};

/** The rules of MODL-4 for one entry; `lower` is what it overrides, if anything has its name. */
export function validateEntry(entry: ProviderEntry, lower: ProviderEntry | undefined): Validated {
  const fatal = fatalProblem(entry, lower);
  if (fatal !== undefined) {
    return {
      entry: null,
      problems: [{ severity: "error", provider: entry.name, message: fatal }],
    };
  }
  const models = entry.models?.map((model) => checkModel(model, entry, lower));
  const overrides = Object.entries(entry.modelOverrides ?? {}).map(
    ([id, facts]) => [id, facts, factsProblem(facts, `of the override for "${id}" `)] as const,
  );
  const kept = models?.flatMap(({ model }) => model ?? []);
  const good = overrides.flatMap(([id, facts, bad]) => (bad === undefined ? [[id, facts]] : []));
  return {
    entry: {
      ...entry,
      ...(kept === undefined ? {} : { models: kept }),
      ...(overrides.length === 0 ? {} : { modelOverrides: Object.fromEntries(good) }),
    },
    problems: [
      ...keyProblem(entry, lower),
      ...(models ?? []).flatMap(({ problems }) => problems),
      ...overrides.flatMap(([id, , bad]) => (bad === undefined ? [] : [left(entry, id, bad)])),
    ],
  };
}

function fatalProblem(entry: ProviderEntry, lower: ProviderEntry | undefined): string | undefined {
  if (entry.name.trim() === "") return 'A provider entry has no name: give it one with name = "…".';
  if (entry.name.includes("/")) return `The name "${entry.name}" must not contain a slash.`;
  if (entry.baseUrl !== undefined && !isWebAddress(entry.baseUrl)) {
    return `The base_url "${entry.baseUrl}" is not a web address; it must begin with https:// or http://.`;
  }
  const numbers = factsProblem(entry);
  if (numbers !== undefined) return numbers;
  if (entry.discovery !== undefined && (entry.api ?? lower?.api) === undefined) {
    return 'A provider with discovery needs an api: add kind = "openai" or another.';
  }
  if (lower !== undefined) return overrideProblem(entry);
  if (entry.models === undefined || entry.models.length === 0) return bareProblem(entry);
  if (entry.baseUrl === undefined) {
    return "A provider of your own needs a base_url; only the built-in ones have an address.";
  }
  return undefined;
}

/** An entry for a known provider that changes nothing is a mistake. */
function overrideProblem(entry: ProviderEntry): string | undefined {
  const { name: _name, ...rest } = entry;
  if (Object.keys(stated(rest)).length > 0) return undefined;
  return `The entry changes nothing about "${entry.name}": set base_url, model_overrides, discovery or models.`;
}

/** An unknown provider without models: of use only when its models can be named or found. */
function bareProblem(entry: ProviderEntry): string | undefined {
  if (!entry.baseUrl && !entry.modelOverrides && !entry.discovery) {
    return `There is no built-in provider "${entry.name}", and the entry has none of base_url, model_overrides and discovery.`;
  }
  if (!entry.baseUrl && !entry.discovery) {
    return `There is no built-in provider "${entry.name}" whose models could be overridden: add a base_url and models.`;
  }
  if (entry.api === undefined) {
    return 'A provider of your own needs an api: add kind = "openai", "openai-responses", "anthropic" or "google".';
  }
  return undefined;
}

function keyProblem(entry: ProviderEntry, lower: ProviderEntry | undefined): readonly Problem[] {
  const keyed = entry.apiKey !== undefined || (entry.keyEnv?.length ?? 0) > 0;
  if (lower !== undefined || keyed || entry.keyless || entry.auth === "none" || entry.discovery) {
    return [];
  }
  const message =
    'The provider has no key: set api_key_env = "NAME_OF_A_VARIABLE", or auth = "none" if it needs none.';
  return [{ severity: "warning", provider: entry.name, message }];
}

type CheckedModel = {
  readonly model: ModelEntry | null;
  readonly problems: readonly Problem[];
};

function checkModel(
  model: ModelEntry,
  entry: ProviderEntry,
  lower: ProviderEntry | undefined,
): CheckedModel {
  const message = modelProblem(model, entry.api ?? lower?.api);
  if (message === undefined) return { model, problems: [] };
  return { model: null, problems: [left(entry, model.id, message)] };
}

function left({ name }: ProviderEntry, model: string | undefined, message: string): Problem {
  return { severity: "error", provider: name, ...(model ? { model } : {}), message };
}

function modelProblem(model: ModelEntry, api: ProviderEntry["api"]): string | undefined {
  if (typeof model.id !== "string" || model.id.trim() === "") return "A model has no id.";
  if (model.api === undefined && api === undefined) {
    return `The model "${model.id}" has no api: add kind = "openai" or another to its provider, or api to the model.`;
  }
  return factsProblem(model, `of the model "${model.id}" `);
}

/** The first number that cannot be, if any. */
export function factsProblem(
  facts: { readonly contextWindow?: number; readonly maxTokens?: number; readonly cost?: Price },
  whose = "",
): string | undefined {
  const { contextWindow, maxTokens, cost } = facts;
  if (contextWindow !== undefined && !(Number.isSafeInteger(contextWindow) && contextWindow >= 0)) {
    return `The context_window ${whose}must be a positive whole number, or 0 for unknown.`;
  }
  if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && maxTokens > 0)) {
    return `The max_tokens ${whose}must be a positive whole number.`;
  }
  if (
    cost !== undefined &&
    Object.values(cost).some((value) => !(Number.isFinite(value) && value >= 0))
  ) {
    return `The cost ${whose}must be in dollars per million tokens, not below 0.`;
  }
  return undefined;
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}
