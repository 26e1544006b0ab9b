import type { Credential, CredentialSource } from "@squire/llm";
import { readEnv, type Env } from "../settings/env.ts";
import { isSendable } from "./check-key-shape.ts";
import { isUnsetName, type ConfigValues } from "./config-value.ts";
import type { KeySourcesOf } from "./key-sources.ts";
import type { OAuthFlow, OAuthPorts } from "./oauth-flow.ts";
import { EMPTY_POOL, pickFrom, reportTo, type Pool } from "./pool.ts";
import type { Warn } from "./ports.ts";
import type { CredentialStore, StoredCredential } from "./store.ts";
import { createFreshTokens, type FreshTokens } from "./tokens.ts";
import { warnOnce } from "./warn-once.ts";

/** All of the user's keys and logins, in the order of MODL-14. */
export type Credentials = CredentialSource & {
  /** Whether there is something to try. Runs no command and asks nobody. */
  has(provider: string): boolean;
  /** Where the key will come from, in words without the key; null when there is none. */
  origin(provider: string): string | null;
};

export type CredentialsInput = {
  /** `--api-key`, meant for one provider only: it must not reach a fallback elsewhere. */
  readonly flagKey?: { readonly secret: string; readonly provider: () => string | undefined };
  readonly store: CredentialStore;
  readonly flows: readonly OAuthFlow[];
  readonly env: Env;
  readonly sources: KeySourcesOf;
  readonly values: ConfigValues;
  readonly ports: OAuthPorts;
  readonly warn: Warn;
};

/** The one thing `llm` asks for secrets. `pick` never rejects. */
export function createCredentials(input: CredentialsInput): Credentials {
  let pool: Pool = EMPTY_POOL;
  const given: CredentialsInput = { ...input, warn: warnOnce(input.warn) };
  const logins: Logins = { freshTokens: createFreshTokens(given), refused: new Set() };
  const now = (): number => input.ports.clock.now();
  const usable = async (provider: string): Promise<readonly Credential[]> => {
    for (const level of LEVELS) {
      const found = await level(provider, given, logins);
      if (found.length > 0) return found;
    }
    return [];
  };
  return {
    async pick(provider, affinity) {
      const found = await usable(provider);
      const ids = found.map(({ id }) => id);
      const session = affinity === undefined ? {} : { affinity };
      const picked = pickFrom(pool, { provider, ids, ...session, now: now() });
      pool = picked.pool;
      return found.find(({ id }) => id === picked.id) ?? null;
    },
    report(_provider, { id }, verdict, retryAfterMs) {
      if (verdict === "auth" && id.startsWith("login:")) logins.refused.add(id);
      const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
      pool = reportTo(pool, { id, verdict, ...asked, now: now() });
    },
    has: (provider) => originOf(provider, given) !== null,
    origin: (provider) => originOf(provider, given),
  };
}

type Level = (
  provider: string,
  input: CredentialsInput,
  logins: Logins,
) => readonly Credential[] | Promise<readonly Credential[]>;

type Logins = {
  readonly freshTokens: FreshTokens;
  /** Logins whose token a server has just refused, whatever its date says. */
  readonly refused: Set<string>;
};

const LEVELS: readonly Level[] = [
  flagged,
  inStore,
  (provider, input) => fromVariables(`${provider}:env`, input.sources(provider).mapped, input),
  (provider, input) =>
    fromVariables(`${provider}:config`, input.sources(provider).configured, input),
  configured,
];

function flagged(provider: string, { flagKey, warn }: CredentialsInput): readonly Credential[] {
  const secret = flagKey?.secret.trim() ?? "";
  if (flagKey === undefined || secret === "" || flagKey.provider() !== provider) return [];
  return sendable({ id: `${provider}:flag`, secret }, "--api-key", warn);
}

function stored(
  provider: string,
  { store, warn }: Pick<CredentialsInput, "store" | "warn">,
): readonly StoredCredential[] {
  try {
    return store.list(provider);
  } catch (error) {
    // A damaged store must not keep the user from working with a key in the environment.
    warn(error instanceof Error ? error.message : String(error));
    return [];
  }
}

/** Keys win over logins. */
function inStore(
  provider: string,
  input: CredentialsInput,
  logins: Logins,
): readonly Credential[] | Promise<readonly Credential[]> {
  const found = stored(provider, input);
  const keys = found.filter(({ kind }) => kind === "key");
  if (keys.length > 0) return keys.map(({ id, secret }) => ({ id: `stored:${id}`, secret }));
  return found.length === 0 ? [] : loggedIn(found, logins);
}

async function loggedIn(
  stores: readonly StoredCredential[],
  { freshTokens, refused }: Logins,
): Promise<readonly Credential[]> {
  const logins = stores.map((login) =>
    freshTokens(refused.delete(nameOf(login)) ? { ...login, expiresAt: 0 } : login),
  );
  const fresh = (await Promise.all(logins)).filter((login) => login !== null);
  return fresh.map((login) => ({ id: nameOf(login), secret: login.secret }));
}

/** With the end of its token, so that a renewed login starts with a clean record. */
function nameOf({ id, expiresAt }: StoredCredential): string {
  return `login:${id}@${expiresAt ?? 0}`;
}

function fromVariables(
  level: string,
  names: readonly string[],
  { env, warn }: CredentialsInput,
): readonly Credential[] {
  for (const name of names) {
    const secret = readEnv(env, name);
    if (secret !== undefined) return sendable({ id: `${level}:${name}`, secret }, name, warn);
  }
  return [];
}

async function configured(
  provider: string,
  input: CredentialsInput,
): Promise<readonly Credential[]> {
  const { sources, values, warn } = input;
  const { apiKey } = sources(provider);
  if (apiKey === undefined) return [];
  const name = `The api_key of ${provider}`;
  const secret = await values.resolve(name, apiKey);
  return secret === undefined ? [] : sendable({ id: `${provider}:api_key`, secret }, name, warn);
}

/** A line break in a header is an error at best; better to say which key it is in. */
function sendable(credential: Credential, name: string, warn: Warn): readonly Credential[] {
  if (isSendable(credential.secret)) return [credential];
  warn(`${name} holds spaces or characters that cannot be sent as a key; it is not used.`);
  return [];
}

function originOf(provider: string, input: CredentialsInput): string | null {
  if (flagged(provider, input).length > 0) return "--api-key";
  const found = stored(provider, input);
  if (found.some(({ kind }) => kind === "key")) return "stored key";
  if (found.length > 0) return "login";
  const { mapped, configured: own, apiKey } = input.sources(provider);
  const name = [...mapped, ...own].find((variable) => readEnv(input.env, variable) !== undefined);
  if (name !== undefined) return name;
  const isNothing = apiKey === undefined || isUnsetName(apiKey, input.env);
  return isNothing ? null : "api_key in the settings";
}
