import type { ProviderEntry } from "@squire/llm";

/** Where a provider's key can come from besides the store and the command line. */
export type KeySources = {
  /** The vendor's usual variables, first wins (MODL-20). */
  readonly mapped: readonly string[];
  /** The user's own `api_key_env`. */
  readonly configured: readonly string[];
  /** The user's own `api_key`, still to be resolved. */
  readonly apiKey?: string;
};

export type KeySourcesOf = (provider: string) => KeySources;

/** Looks key sources up in what `llm` knows and what the user's settings say. */
export function keySourcesOf(
  presets: readonly ProviderEntry[],
  entries: readonly ProviderEntry[],
): KeySourcesOf {
  const known = new Map(presets.map((preset) => [preset.name, preset]));
  const own = new Map(entries.map((entry) => [entry.name, entry]));
  return (provider) => {
    const entry = own.get(provider);
    const configured = entry?.keyEnv ?? [];
    const mapped = isElsewhere(entry) ? [] : (known.get(provider)?.keyEnv ?? []);
    const apiKey = entry?.apiKey;
    return { mapped, configured, ...(apiKey === undefined ? {} : { apiKey }) };
  };
}

/**
 * A vendor's name pointed at another address with a key of its own: the vendor's usual key, which
 * happens to be in the environment, must not go there.
 */
function isElsewhere(entry: ProviderEntry | undefined): boolean {
  const hasKey = entry?.keyEnv !== undefined || entry?.apiKey !== undefined;
  return entry?.baseUrl !== undefined && hasKey;
}

/** Every variable that may hold a provider's key: what a trusted project's `.env` may supply. */
export function keyNames(
  presets: readonly ProviderEntry[],
  entries: readonly ProviderEntry[],
): ReadonlySet<string> {
  return new Set([...presets, ...entries].flatMap(({ keyEnv }) => keyEnv ?? []));
}
