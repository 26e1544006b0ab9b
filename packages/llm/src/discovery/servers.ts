import type { DiscoveryType, ProviderEntry } from "../provider-entry.ts";
import { setting } from "../presets/env.ts";
import type { Env } from "../presets/env.ts";
import type { Api } from "../wire/contract.ts";
import type { DiscoveredModel } from "./discovered.ts";

/** A place to look for models. */
export type Server = {
  readonly provider: string;
  readonly type: DiscoveryType;
  readonly api: Api;
  /** Without the version: where the server's own API lives. */
  readonly root: string;
  /** Where models are asked. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The context a server gives when a model does not say. */
  readonly defaultContext?: number;
};

export type ServerAnswer =
  | { readonly ok: true; readonly models: readonly DiscoveredModel[] }
  | { readonly ok: false; readonly reason: string };

type Kind = {
  readonly api: Api;
  readonly env: string;
  readonly key: string;
  readonly root: string;
};

type LocalType = Exclude<DiscoveryType, "openai">;

const LOCAL: Readonly<Record<LocalType, Kind>> = {
  ollama: {
    api: "openai-completions",
    env: "OLLAMA_BASE_URL",
    key: "OLLAMA_API_KEY",
    root: "http://127.0.0.1:11434",
  },
  "lm-studio": {
    api: "openai-completions",
    env: "LM_STUDIO_BASE_URL",
    key: "LM_STUDIO_API_KEY",
    root: "http://127.0.0.1:1234",
  },
  "llama.cpp": {
    api: "openai-responses",
    env: "LLAMA_CPP_BASE_URL",
    key: "LLAMA_CPP_API_KEY",
    root: "http://127.0.0.1:8080",
  },
};

const LOCAL_TYPES: readonly LocalType[] = ["ollama", "lm-studio", "llama.cpp"];

/**
 * Where to look (MODL-6): every local server that no config entry speaks for, and every entry that
 * asks for discovery.
 */
export function serversToAsk(env: Env, entries: readonly ProviderEntry[]): readonly Server[] {
  const implicit = LOCAL_TYPES.filter((type) => entries.every(({ name }) => name !== type)).map(
    (type) => localServer({ name: type, discovery: { type } }, LOCAL[type], type, env),
  );
  return [...implicit, ...entries.flatMap((entry) => explicitServer(entry, env) ?? [])];
}

function explicitServer(entry: ProviderEntry, env: Env): Server | undefined {
  const { name, discovery, api = "openai-completions" } = entry;
  if (discovery === undefined) return undefined;
  const { type } = discovery;
  if (type !== "openai") return localServer(entry, LOCAL[type], type, env);
  const root = trimmed(discovery.baseUrl ?? entry.baseUrl ?? "");
  if (root === "") return undefined;
  const baseUrl = trimmed(entry.baseUrl ?? root);
  return { provider: name, type, api, root, baseUrl, headers: keyHeader(env, entry.keyEnv) };
}

function localServer(entry: ProviderEntry, kind: Kind, type: LocalType, env: Env): Server {
  const fallback = setting(env, kind.env) ?? kind.root;
  const asked = trimmed(entry.discovery?.baseUrl ?? entry.baseUrl ?? fallback);
  const used = trimmed(entry.baseUrl ?? asked);
  const context = type === "ollama" ? Number(setting(env, "OLLAMA_CONTEXT_LENGTH")) : 0;
  return {
    provider: entry.name,
    type,
    api: entry.api ?? kind.api,
    root: asked.replace(VERSION, ""),
    baseUrl: VERSION.test(used) ? used : `${used}/v1`,
    headers: keyHeader(env, [...(entry.keyEnv ?? []), kind.key]),
    ...(Number.isSafeInteger(context) && context > 0 ? { defaultContext: context } : {}),
  };
}

/** Addresses are written with and without the version the wire protocols live under. */
const VERSION = /\/v\d+$/;

function trimmed(address: string): string {
  return address.trim().replace(/\/+$/, "");
}

function keyHeader(env: Env, names: readonly string[] = []): Server["headers"] {
  const key = setting(env, ...names);
  return key ? { authorization: `Bearer ${key}` } : {};
}
