import type { ProviderEntry } from "../provider-entry.ts";

/** Hosts that differ by customer, and the preset that knows their manners. */
const SUFFIXES: readonly (readonly [string, string])[] = [
  [".openai.azure.com", "azure"],
  [".services.ai.azure.com", "azure"],
  ["-aiplatform.googleapis.com", "vertex"],
];

/** The preset whose server an address belongs to (PROV-22); local addresses belong to nobody. */
export function presetAt(
  baseUrl: string | undefined,
  presets: readonly ProviderEntry[],
): ProviderEntry | undefined {
  const host = hostOf(baseUrl);
  if (host === undefined || isLocal(host)) return undefined;
  const suffix = SUFFIXES.find(([ending]) => host.endsWith(ending));
  return presets.find((preset) =>
    suffix ? preset.name === suffix[1] : hostOf(preset.baseUrl) === host,
  );
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address.trim())?.host;
}

function isLocal(host: string): boolean {
  return /^(localhost|127\.|0\.0\.0\.0|\[::1?\])/.test(host);
}
