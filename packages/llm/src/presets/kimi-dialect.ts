import type { ProviderEntry } from "../provider-entry.ts";
import { setting } from "./env.ts";
import type { Env } from "./env.ts";

export type KimiFormat = "openai" | "anthropic";

/** Where a Kimi login happens (MODL-23). */
export function kimiOauthHost(env: Env): string {
  const host = setting(env, "KIMI_CODE_OAUTH_HOST", "KIMI_OAUTH_HOST") ?? "https://auth.kimi.com";
  return host.replace(/\/+$/, "");
}

/** `providers.kimi_api_format`: the same service in the other dialect. */
export function kimiPreset(preset: ProviderEntry, format: KimiFormat): ProviderEntry {
  if (format === "openai") return preset;
  return {
    ...preset,
    api: "anthropic-messages",
    baseUrl: "https://api.kimi.com/coding",
    auth: "bearer",
  };
}
