import type { Catalogue, ModelInfo, Ports, Price, ProviderEntry, Registry } from "@squire/llm";
import {
  buildRegistry,
  costOf,
  createBreaker,
  discoverLocal,
  initialModel,
  isAvailable,
  isRole,
  loadCatalogue,
  modelKey,
  PRESETS,
  presetAt,
  priceFor,
  providerNamed,
  resolveDialects,
  resolveModel,
  resolveScope,
  roleReference,
  SCOUT,
  splitThinking,
  vendorHeaders,
} from "@squire/llm";
import type { Role, ThinkingLevel, Usage } from "@squire/protocol";
import type { ConfigValues } from "../credentials/config-value.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { Env } from "../settings/env.ts";
import type { Settings } from "../settings/to-settings.ts";
import { assembleModel } from "./assemble.ts";
import type { OpenModel } from "./assemble.ts";
import { choiceOf, unresolved } from "./choose.ts";
import type { Choice } from "./choose.ts";

export type AccessInput = {
  readonly settings: Settings;
  readonly env: Env;
  readonly ports: Omit<Ports, "credentials">;
  readonly credentials: Credentials;
  readonly values: ConfigValues;
  /** `--model`, with `--provider` in front of it where that was given. */
  readonly explicit?: string;
  /** `--thinking`; wins over a suffix of the reference. */
  readonly thinking?: ThinkingLevel;
};

export type OpenOptions = { readonly safetyNet?: boolean };

/** A provider, as it is asked directly. */
export type Vendor = {
  readonly headers: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  /** The first one is what it is usually asked for. */
  readonly models: readonly string[];
};

/** What a session goes on with (SES-9). */
type Resumed = { readonly model?: string; readonly thinking?: ThinkingLevel };

/** The models this user can ask, and the one to ask now. */
export class ModelAccess {
  readonly #input: AccessInput;
  readonly #credentials: Credentials;
  readonly #breaker: ReturnType<typeof createBreaker>;
  /** The providers of the settings alone: a fraction of the work, and often all that is needed. */
  readonly #own: Registry;
  #registry: Registry | undefined;
  readonly #prices = new Map<string, Price | null>();
  #found: Discovered = [];
  #chosenProvider: string | undefined;
  #discovery: Promise<readonly string[]> | undefined;

  constructor(input: AccessInput) {
    this.#input = input;
    this.#own = registryOf(input, presetsBehind(input.settings.providers));
    this.#credentials = input.credentials;
    this.#breaker = createBreaker(input.ports.clock);
  }

  get registry(): Registry {
    return (this.#registry ??= registryOf(this.#input, KNOWN));
  }

  /** What is wrong with the providers of the settings. */
  get problems(): Registry["problems"] {
    return this.#own.problems;
  }

  isAvailable(model: ModelInfo): boolean {
    return isAvailable(model, (provider) => this.#credentials.has(provider));
  }

  /** Looks for model servers on this machine, once; gives remarks for those who want to know. */
  discover(): Promise<readonly string[]> {
    const { env, settings, ports } = this.#input;
    this.#discovery ??= discoverLocal({
      env,
      entries: settings.providers,
      fetch: ports.fetch,
      clock: ports.clock,
    }).then(({ found, notes }) => {
      this.#found = found;
      this.#registry = registryOf(this.#input, KNOWN, { discovered: found });
      return notes;
    });
    return this.#discovery;
  }

  /** Everything there is, with windows and prices of the catalogue filled in. */
  async catalogued(): Promise<{ readonly registry: Registry; readonly date: string }> {
    const catalogue = await loadCatalogue();
    const registry = registryOf(this.#input, KNOWN, { discovered: this.#found, catalogue });
    return { registry, date: catalogue.date };
  }

  /**
   * The model of this run: what was asked for, else what the session had as long as it can be used
   * (MODL-11). Local servers are asked only when what is known does not suffice.
   */
  async choose(resumed: Resumed = {}): Promise<Choice> {
    const choice = await this.#choose(resumed);
    if (!choice.ok) return choice;
    this.#chosenProvider = choice.model.provider;
    const { explicit } = this.#input;
    const { model: had } = resumed;
    const gone = explicit === undefined && had !== undefined && had !== modelKey(choice.model);
    return gone ? { ...choice, insteadOf: had } : choice;
  }

  /** A model by a user's words, as `--model` takes them; local servers are asked when need be. */
  async find(reference: string): Promise<Choice> {
    const look = (): Choice => {
      const found = resolveModel(this.#followRole(reference), this.registry, this.#context());
      return found.type === "ok"
        ? choiceOf({ ...found, from: "explicit" })
        : { ok: false, failure: unresolved(found) };
    };
    const known = look();
    if (known.ok && this.#isReady(known.model)) return known;
    await this.discover();
    const discovered = look();
    return discovered.ok || !known.ok ? discovered : known;
  }

  /** The provider of the chosen model: the one `--api-key` is meant for. */
  get chosenProvider(): string | undefined {
    return this.#chosenProvider;
  }

  /** The model that the settings give a role; null where they give none that can be used. */
  role(role: Role): ModelInfo | null {
    const reference = roleReference(role, { config: this.#input.settings.roles });
    if (reference.type !== "ok") return null;
    const found = resolveModel(reference.reference, this.registry, this.#context());
    return found.type === "ok" && this.isAvailable(found.model) ? found.model : null;
  }

  /**
   * The model with its fallback chain, retries and merged deltas. With a safety net where somebody
   * reads along; a script is better served by a failure.
   */
  open(model: ModelInfo, { safetyNet = false }: OpenOptions = {}): Promise<OpenModel> {
    const { settings, env, ports, values } = this.#input;
    return assembleModel([model, ...this.#fallbacks(model)], {
      settings,
      env,
      values,
      ports: { ...ports, credentials: this.#credentials },
      breaker: this.#breaker,
      safetyNet: safetyNet && model.embedded !== true,
      keyVariable: (provider) => this.#providerNamed(provider)?.keyEnv?.[0],
    });
  }

  /** How a provider is asked for what it offers besides models (WEB-2); null without a key. */
  async vendor(name: string): Promise<Vendor | null> {
    const models = this.registry.models.filter(({ provider }) => provider === name);
    const [first] = models;
    if (first === undefined) return null;
    const own = await this.#input.values.resolveAll(`The headers of ${name}`, first.headers);
    const headers = await vendorHeaders({ ...first, headers: own }, this.#credentials);
    if (headers === null) return null;
    return { headers, baseUrl: first.baseUrl, models: models.map(({ id }) => id) };
  }

  /** Null when nobody knows the price or the vendor did not count. */
  async costUsd(model: ModelInfo, usage: Usage): Promise<number | null> {
    if (model.cost) return costOf(usage, model.cost);
    // The table takes longer to load than the rest of the run; without counts it says nothing.
    if (usage.input === null || usage.output === null) return null;
    return costOf(
      usage,
      priceFor(model, this.#providerNamed(model.provider), await loadCatalogue()),
    );
  }

  async #choose(resumed: Resumed): Promise<Choice> {
    const known = this.#chooseAmongKnown(resumed);
    // A server on this machine would be better than the embedded model.
    if (known.ok && known.stopgap !== true && this.#isReady(known.model)) return known;
    await this.discover();
    const discovered = this.#chooseAmongKnown(resumed);
    return discovered.ok || !known.ok ? discovered : known;
  }

  #isReady(model: ModelInfo): boolean {
    return model.source !== "preset" || this.isAvailable(model);
  }

  /** Whether `price` would have to look anything up. */
  isPriced(model: ModelInfo): boolean {
    return this.#prices.has(modelKey(model));
  }

  /** What a model costs; null when nobody knows. */
  async price(model: ModelInfo): Promise<Price | null> {
    const known = this.#prices.get(modelKey(model));
    if (known !== undefined) return known;
    const price =
      model.cost ?? priceFor(model, this.#providerNamed(model.provider), await loadCatalogue());
    this.#prices.set(modelKey(model), price);
    return price;
  }

  /** What the model behind a reference costs, as it is written in settings; null when nobody knows. */
  async priceOf(reference: string): Promise<Price | null> {
    const found = resolveModel(reference, this.registry, this.#context());
    return found.type === "ok" ? this.price(found.model) : null;
  }

  /** As far as prices were looked up before: `price` does that. */
  knownCost(id: string, usage: Usage): number | null {
    return costOf(usage, this.#prices.get(id) ?? null);
  }

  #providerNamed(name: string): ProviderEntry | undefined {
    return providerNamed(this.#own, name) ?? providerNamed(this.registry, name);
  }

  /** `provider/model` exactly as the settings list it needs no look at the rest of the world. */
  #chooseAmongOwn(resumed: Resumed): Choice | null {
    const { explicit, settings, thinking } = this.#input;
    const reference = explicit ?? resumed.model ?? settings.defaultModel;
    if (reference === undefined || settings.enabledModels.length > 0) return null;
    const model = this.#own.models.find((known) => modelKey(known) === reference);
    if (model === undefined || (explicit === undefined && !this.#suits(model, resumed)))
      return null;
    const level = thinking ?? resumed.thinking ?? settings.thinking;
    return { ok: true, model, ...(level === undefined ? {} : { thinking: level }) };
  }

  /** A model that was not asked for now must be one that can be asked. */
  #suits(model: ModelInfo, resumed: Resumed): boolean {
    return resumed.model === undefined || this.isAvailable(model);
  }

  #chooseAmongKnown(resumed: Resumed): Choice {
    const own = this.#chooseAmongOwn(resumed);
    if (own !== null) return own;
    const { explicit, settings } = this.#input;
    const { defaultModel, enabledModels } = settings;
    const scope =
      enabledModels.length === 0
        ? {}
        : { scope: resolveScope(enabledModels, this.registry, this.#context()) };
    const chosen = choiceOf(
      initialModel(
        {
          ...(explicit === undefined ? {} : { explicit: this.#followRole(explicit) }),
          ...(resumed.model === undefined ? {} : { resumed: resumed.model }),
          ...(defaultModel === undefined ? {} : { saved: this.#followRole(defaultModel) }),
          ...scope,
        },
        this.registry,
        this.#context(),
      ),
    );
    const thinking = this.#input.thinking ?? (chosen.ok ? chosen.thinking : undefined);
    const level = thinking ?? resumed.thinking ?? settings.thinking;
    return chosen.ok && level !== undefined ? { ...chosen, thinking: level } : chosen;
  }

  /** `--model smol` means what the role `smol` is set to (MODL-10). */
  #followRole(reference: string): string {
    const { head, thinking } = splitThinking(reference);
    if (!isRole(head) || head === "default") return reference;
    const { roles } = this.#input.settings;
    const found = roleReference(head, { config: roles });
    if (found.type !== "ok") return reference;
    const meant = splitThinking(found.reference);
    const level = thinking ?? found.thinking ?? meant.thinking;
    return level === undefined ? meant.head : `${meant.head}:${level}`;
  }

  #context() {
    return {
      available: (model: ModelInfo) => this.isAvailable(model),
      providerOrder: this.#input.settings.modelProviderOrder,
    };
  }

  /** References that mean nothing are left out here and named by `fallbackProblems`. */
  #fallbacks(model: ModelInfo): readonly ModelInfo[] {
    return this.#input.settings.fallback.flatMap((reference) => {
      const found = resolveModel(reference, this.registry, this.#context());
      return found.type === "ok" && found.model !== model ? [found.model] : [];
    });
  }

  fallbackProblems(): readonly string[] {
    return this.#input.settings.fallback.flatMap((reference) => {
      const found = resolveModel(reference, this.registry, this.#context());
      return found.type === "ok" ? [] : [`fallback: ${unresolved(found).message}`];
    });
  }
}

/** Vendors, and behind them the model that is always there. */
const KNOWN: readonly ProviderEntry[] = [...PRESETS, SCOUT];

type Discovered = Awaited<ReturnType<typeof discoverLocal>>["found"];

function registryOf(
  { settings, env }: AccessInput,
  known: readonly ProviderEntry[],
  more: { readonly discovered?: Discovered; readonly catalogue?: Catalogue } = {},
): Registry {
  const { presets, entries } = resolveDialects({
    presets: known,
    entries: settings.providers,
    env,
  });
  return buildRegistry({ presets, entries, equivalence: settings.equivalence, ...more });
}

/** The presets that the user's own providers build upon, by name or by address. */
function presetsBehind(entries: readonly ProviderEntry[]): readonly ProviderEntry[] {
  const names = new Set(entries.map(({ name }) => name));
  const alike = new Set(entries.map(({ baseUrl }) => presetAt(baseUrl, PRESETS)));
  return PRESETS.filter((preset) => names.has(preset.name) || alike.has(preset));
}
