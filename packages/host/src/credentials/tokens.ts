import type { Warn } from "./ports.ts";
import type { OAuthFlow, OAuthPorts } from "./oauth-flow.ts";
import type { CredentialStore, StoredCredential } from "./store.ts";

/** A token this close to its end may die on the way (MODL-14). */
const MARGIN_MS = 5 * 60_000;
const TIMEOUT_MS = 30_000;

export type FreshTokensInput = {
  readonly store: CredentialStore;
  readonly flows: readonly OAuthFlow[];
  readonly ports: OAuthPorts;
  readonly warn: Warn;
};

/** Gives a login's token, refreshed where needed; null when it cannot be used. Never rejects. */
export type FreshTokens = (credential: StoredCredential) => Promise<StoredCredential | null>;

/** However many ask at once, one refresh runs per login: a refresh token often works only once. */
export function createFreshTokens(input: FreshTokensInput): FreshTokens {
  const running = new Map<string, Promise<StoredCredential | null>>();
  return (credential) => {
    if (isFresh(credential, input.ports.clock.now())) return Promise.resolve(credential);
    const current =
      running.get(credential.id) ??
      refresh(credential, input).finally(() => running.delete(credential.id));
    running.set(credential.id, current);
    return current;
  };
}

function isFresh({ expiresAt }: StoredCredential, now: number): boolean {
  return expiresAt === undefined || expiresAt - now > MARGIN_MS;
}

async function refresh(
  credential: StoredCredential,
  input: FreshTokensInput,
): Promise<StoredCredential | null> {
  const { store, flows, ports, warn } = input;
  const { id, provider, refresh: refreshToken } = credential;
  const elsewhere = refreshedElsewhere(credential, input);
  if (elsewhere !== null) return elsewhere;
  const flow = flows.find((known) => known.id === provider);
  if (flow === undefined || refreshToken === undefined) {
    warn(`The login for ${provider} has expired; run \`squire login ${provider}\` again.`);
    return null;
  }
  try {
    const tokens = await flow.refresh(refreshToken, ports, AbortSignal.timeout(TIMEOUT_MS));
    store.update(id, tokens);
    return { ...credential, ...tokens };
  } catch (error) {
    const late = refreshedElsewhere(credential, input);
    if (late !== null) return late;
    const reason = error instanceof Error ? error.message : String(error);
    warn(
      `The login for ${provider} could not be renewed: ${reason} Run \`squire login ${provider}\` if this stays.`,
    );
    return null;
  }
}

/** Another Squire may have renewed it meanwhile; then the old refresh token is used up. */
function refreshedElsewhere(
  credential: StoredCredential,
  { store, ports }: FreshTokensInput,
): StoredCredential | null {
  try {
    const stored = store.get(credential.id);
    const isNew = stored !== null && stored.secret !== credential.secret;
    return isNew && isFresh(stored, ports.clock.now()) ? stored : null;
  } catch {
    // The store has failed since; whoever lists credentials tells the user.
    return null;
  }
}
