import type { ProviderEntry, Timeouts } from "@squire/llm";
import { camelCase, camelKeys, type CamelCase, type KeyGroup, type SectionOf } from "./key-spec.ts";
import type { hookKeys, pluginKeys } from "./keys/lists.ts";
import { toProviderEntry, type ProviderTable } from "./provider-settings.ts";
import {
  CONFIG,
  rootKeys,
  SECTIONS,
  type LISTS,
  type RootSettings,
  type SectionSettings,
} from "./schema.ts";
import type { TomlTable } from "./toml-value.ts";

export type PluginSettings = SectionOf<typeof pluginKeys> & { readonly name: string };

type HookTable = SectionOf<typeof hookKeys>;
export type HookSettings = HookTable & Required<Pick<HookTable, "event" | "command">>;

/** All settings as code reads them: camel case, defaults filled in (CFG-4). */
export type Settings = RootSettings & {
  readonly [S in keyof SectionSettings as CamelCase<S>]: SectionSettings[S];
} & {
  readonly providers: readonly ProviderEntry[];
  readonly plugins: readonly PluginSettings[];
  readonly hooks: readonly HookSettings[];
};

type Sections = Omit<Settings, keyof RootSettings | keyof typeof LISTS>;
type Table = Readonly<Record<string, unknown>>;
type ConfigTable = Table & {
  readonly providers?: readonly ProviderTable[];
  readonly plugins?: readonly Table[];
  readonly hooks?: readonly Table[];
};

/** What the user's layers say after `checkLayer`, over the defaults, as `Settings`. */
export function toSettings(given: TomlTable): Settings {
  const config = CONFIG.read(given) as ConfigTable;
  const sections = Object.entries(SECTIONS).map(([name, group]) => {
    return [camelCase(name), withDefaults(group, config[name] as Table | undefined)] as const;
  });
  return {
    ...(withDefaults(rootKeys, config) as unknown as RootSettings),
    ...(Object.fromEntries(sections) as unknown as Sections),
    providers: (config.providers ?? []).map(toProviderEntry),
    plugins: (config.plugins ?? []).map((table) => camelKeys(table) as PluginSettings),
    hooks: (config.hooks ?? []).map((table) => camelKeys(table) as HookSettings),
  };
}

function withDefaults(group: KeyGroup, given: Table = {}): Table {
  const values: Record<string, unknown> = {};
  for (const [key, spec] of Object.entries(group)) {
    const value = given[key] ?? spec.default;
    if (value !== undefined) values[camelCase(key)] = value;
  }
  return values;
}

/** PROV-14 in the unit `llm` counts in. */
export function timeoutsOf({ network }: Pick<Settings, "network">): Timeouts {
  return {
    firstByteMs: network.timeoutFirstByte * 1000,
    idleMs: network.timeoutIdle * 1000,
  };
}
