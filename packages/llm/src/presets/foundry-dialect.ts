import type { ProviderEntry } from "../provider-entry.ts";
import { isTruthy, setting } from "./env.ts";
import type { Env } from "./env.ts";

/** Anthropic behind a company's gateway (PROV-24): another address, key order and headers. */
export function foundryPreset(preset: ProviderEntry, env: Env): ProviderEntry {
  if (!isTruthy(env["CLAUDE_CODE_USE_FOUNDRY"])) return preset;
  const baseUrl = setting(env, "FOUNDRY_BASE_URL");
  return {
    ...preset,
    ...(baseUrl ? { baseUrl } : {}),
    keyEnv: ["ANTHROPIC_FOUNDRY_API_KEY", "ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
    headers: { ...preset.headers, ...customHeaders(env["ANTHROPIC_CUSTOM_HEADERS"]) },
  };
}

/** A comma separates headers only where a name and a colon follow: values contain commas too. */
const SEPARATOR = /\r?\n|,(?=\s*[A-Za-z][\w!#$%&'*+.^`|~-]*\s*:)/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** `k: v` pairs divided by commas or newlines; what is no header is skipped. */
export function customHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? "").split(SEPARATOR).flatMap((piece) => {
    const colon = piece.indexOf(":");
    const name = piece.slice(0, Math.max(0, colon)).trim();
    const value = piece.slice(colon + 1).trim();
    const fits = NAME.test(name) && value !== "" && !/[^\t\x20-\x7e\x80-\xff]/.test(value);
    return fits ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}
