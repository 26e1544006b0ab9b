import type { SearchAccess, VendorAccess } from "@squire/tools";
import type { Host } from "../open.ts";

/** Small models search as well as large ones, and sooner. */
const SEARCHERS: readonly string[] = ["claude-haiku-4-5"];

/** Keys and addresses of search engines; vendors of models are asked as they are set up (WEB-2). */
export function searchAccess({ env, loaded, models }: Host): SearchAccess {
  const { searxngUrl } = loaded.settings.web;
  const vendor = async (name: string): Promise<VendorAccess | null> => {
    const found = await models.vendor(name);
    if (found === null) return null;
    const { headers, baseUrl, models: known } = found;
    const model = known.find((id) => SEARCHERS.includes(id)) ?? known[0];
    return { headers, baseUrl, ...(model === undefined ? {} : { model }) };
  };
  return {
    key: (name) => env[name] ?? null,
    // Some of them can be run at home, and all of them behind a proxy.
    baseUrl: (provider) =>
      provider === "searxng"
        ? (searxngUrl ?? null)
        : (env[`${provider.toUpperCase()}_BASE_URL`] ?? null),
    anthropic: () => vendor("anthropic"),
    codex: () => vendor("codex"),
  };
}
