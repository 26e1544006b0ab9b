import type { AuthStyle } from "../endpoint.ts";
import { APIS } from "../wire/contract.ts";
import type { Api } from "../wire/contract.ts";
import { closest } from "./similar.ts";

/** Short names people write as `kind` (PROV-7). */
const ALIASES: ReadonlyMap<string, Api> = new Map([
  ["openai", "openai-completions"],
  ["openai-chat", "openai-completions"],
  ["chat-completions", "openai-completions"],
  ["responses", "openai-responses"],
  ["codex", "openai-codex-responses"],
  ["openai-codex", "openai-codex-responses"],
  ["azure", "azure-openai-responses"],
  ["azure-openai", "azure-openai-responses"],
  ["anthropic", "anthropic-messages"],
  ["claude", "anthropic-messages"],
  ["google", "google-generative-ai"],
  ["gemini", "google-generative-ai"],
  ["vertex", "google-vertex"],
]);

const AUTH: Readonly<Record<Api, AuthStyle>> = {
  "openai-completions": "bearer",
  "openai-responses": "bearer",
  "openai-codex-responses": "bearer",
  "azure-openai-responses": "api-key",
  "anthropic-messages": "x-api-key",
  "google-generative-ai": "x-goog-api-key",
  "google-vertex": "bearer",
};

export type NamedApi =
  | { readonly ok: true; readonly api: Api }
  | { readonly ok: false; readonly message: string };

/** The wire protocol a `kind` or `api` in a config names. */
export function apiNamed(kind: string): NamedApi {
  const name = kind.trim().toLowerCase();
  const api = ALIASES.get(name) ?? APIS.find((candidate) => candidate === name);
  if (api !== undefined) return { ok: true, api };
  const [first, ...more] = closest(name, [...ALIASES.keys(), ...APIS]);
  const hint =
    first === undefined
      ? `Use one of ${[...ALIASES.keys()].filter((alias) => !alias.includes("-")).join(", ")}.`
      : `Did you mean ${[first, ...more.slice(0, 2)].join(" or ")}?`;
  return { ok: false, message: `There is no provider kind "${kind}". ${hint}` };
}

/** Where a wire protocol's own vendor wants the key. */
export function authOf(api: Api): AuthStyle {
  return AUTH[api];
}
