import type { ProviderEntry } from "../provider-entry.ts";
import { azureBaseUrl } from "./azure-dialect.ts";
import { setting } from "./env.ts";
import type { Env, Resolved } from "./env.ts";
import { foundryPreset } from "./foundry-dialect.ts";
import { kimiPreset } from "./kimi-dialect.ts";
import type { KimiFormat } from "./kimi-dialect.ts";
import { vertexBaseUrl } from "./vertex-dialect.ts";

export type DialectInput = {
  readonly presets: readonly ProviderEntry[];
  /** `[[providers]]` of the config. */
  readonly entries?: readonly ProviderEntry[];
  readonly env: Env;
  readonly kimiFormat?: KimiFormat;
};

export type Dialects = {
  readonly presets: readonly ProviderEntry[];
  readonly entries: readonly ProviderEntry[];
  /** Provider → what to set before it can be used. */
  readonly missing: ReadonlyMap<string, string>;
};

/** Servers the user runs, and the variable that says where. */
const BASE_URL_ENV: Readonly<Record<string, string>> = {
  ollama: "OLLAMA_BASE_URL",
  "lm-studio": "LM_STUDIO_BASE_URL",
  "llama.cpp": "LLAMA_CPP_BASE_URL",
  vllm: "VLLM_BASE_URL",
  litellm: "LITELLM_BASE_URL",
};

/** Presets and entries as the environment shapes them. Pure: it looks at nothing but its arguments. */
export function resolveDialects(input: DialectInput): Dialects {
  const { presets, entries = [], env, kimiFormat = "openai" } = input;
  const missing = new Map<string, string>();
  const located = (preset: ProviderEntry, found: Resolved): ProviderEntry => {
    if (found.ok) return { ...preset, baseUrl: found.baseUrl };
    missing.set(preset.name, found.message);
    return preset;
  };
  const resolve = (preset: ProviderEntry): ProviderEntry => {
    switch (preset.name) {
      case "anthropic":
        return foundryPreset(preset, env);
      case "azure":
        return located(preset, azureBaseUrl({ env }));
      case "vertex":
        return located(preset, vertexBaseUrl({ env }));
      case "cloudflare":
        return located(preset, cloudflareBaseUrl(env));
      case "kimi":
        return kimiPreset(preset, kimiFormat);
      default:
        return localPreset(preset, env);
    }
  };
  const resolved = presets.map(resolve);
  for (const { name, baseUrl } of entries) if (baseUrl) missing.delete(name);
  return {
    presets: resolved,
    entries: entries.map((entry) => azureEntry(entry, env)),
    missing,
  };
}

/** An address in the config is the option of PROV-25: it wins, but still needs its API version. */
function azureEntry(entry: ProviderEntry, env: Env): ProviderEntry {
  const isAzure = entry.api === "azure-openai-responses" || entry.name === "azure";
  if (!isAzure || entry.baseUrl === undefined) return entry;
  const found = azureBaseUrl({ env, option: entry.baseUrl });
  return found.ok ? { ...entry, baseUrl: found.baseUrl } : entry;
}

/** The gateway's endpoint that takes Chat Completions for every vendor behind it. */
export function cloudflareBaseUrl(env: Env): Resolved {
  const account = setting(env, "CLOUDFLARE_ACCOUNT_ID");
  if (!account) {
    return { ok: false, message: "Cloudflare's gateway needs CLOUDFLARE_ACCOUNT_ID." };
  }
  const gateway = setting(env, "CLOUDFLARE_GATEWAY_ID") ?? "default";
  const path = [account, gateway].map(encodeURIComponent).join("/");
  return { ok: true, baseUrl: `https://gateway.ai.cloudflare.com/v1/${path}/compat` };
}

/** These variables are written with and without the version the wire protocols live under. */
function localPreset(preset: ProviderEntry, env: Env): ProviderEntry {
  const name = BASE_URL_ENV[preset.name];
  const given = name && setting(env, name)?.replace(/\/+$/, "");
  if (!given) return preset;
  return { ...preset, baseUrl: /\/v\d+$/.test(given) ? given : `${given}/v1` };
}
