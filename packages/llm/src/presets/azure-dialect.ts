import type { Env, Resolved } from "./env.ts";
import { setting } from "./env.ts";

export type AzureInput = {
  readonly env: Env;
  /** A base URL from the command line or the config; wins over the environment. */
  readonly option?: string;
  /** What the model's own entry says; the last resort. */
  readonly modelBaseUrl?: string;
};

/**
 * Where an Azure resource answers (PROV-25): option → base-URL variable → resource name → the
 * model's own base URL. Any API version but `v1` is asked for in the query.
 */
export function azureBaseUrl({ env, option, modelBaseUrl }: AzureInput): Resolved {
  const resource = setting(env, "AZURE_OPENAI_RESOURCE_NAME");
  const base =
    option ??
    setting(env, "AZURE_OPENAI_BASE_URL") ??
    (resource && `https://${resource}.openai.azure.com/openai/v1`) ??
    modelBaseUrl;
  if (!base) {
    return {
      ok: false,
      message: "Azure has no address: set AZURE_OPENAI_RESOURCE_NAME or AZURE_OPENAI_BASE_URL.",
    };
  }
  const url = URL.parse(base.trim());
  if (!url) return { ok: false, message: `The Azure address "${base}" is not a web address.` };
  const version = setting(env, "AZURE_OPENAI_API_VERSION") ?? "v1";
  if (version !== "v1") url.searchParams.set("api-version", version);
  url.pathname = url.pathname.replace(/\/+$/, "");
  return { ok: true, baseUrl: url.href.replace(/\/(?=$|\?)/, "") };
}

/** `AZURE_OPENAI_DEPLOYMENT_NAME_MAP`: `model=deployment,…`. Pieces without both sides are skipped. */
export function azureDeployments(env: Env): Readonly<Record<string, string>> {
  const pairs = (setting(env, "AZURE_OPENAI_DEPLOYMENT_NAME_MAP") ?? "").split(",");
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf("=");
      const model = pair.slice(0, Math.max(0, at)).trim();
      const deployment = pair.slice(at + 1).trim();
      return model && deployment ? [[model, deployment]] : [];
    }),
  );
}
