import { maskSecret } from "../mask-secret.ts";
import type { OAuthFlow, OAuthInstructions, OAuthPorts } from "./oauth-flow.ts";
import type { CredentialStore, StoredCredential } from "./store.ts";

export type LoginInput = {
  readonly flow: OAuthFlow;
  readonly store: CredentialStore;
  readonly ports: OAuthPorts;
  /** Shows the user where to go and what to type there. */
  readonly show: (instructions: OAuthInstructions) => void;
  readonly signal: AbortSignal;
};

/** Logs in and keeps the tokens (MODL-22). Rejects with `OAuthFailure` or `CredentialStoreError`. */
export async function login(input: LoginInput): Promise<StoredCredential> {
  const { flow, store, ports, show, signal } = input;
  const { finish, ...instructions } = await flow.start(ports, signal);
  show(instructions);
  const tokens = await finish(signal);
  return store.add({ provider: flow.id, kind: "oauth", ...tokens });
}

/** Forgets what is stored for a provider; how many credentials that were. */
export function logout(store: CredentialStore, provider: string): number {
  return store.list(provider).filter(({ id }) => store.remove(id)).length;
}

/** A stored credential as it may be shown. */
export type ShownCredential = Omit<StoredCredential, "secret" | "refresh"> & {
  readonly masked: string;
};

export function showCredential(credential: StoredCredential): ShownCredential {
  const { secret, refresh: _, ...shown } = credential;
  return { ...shown, masked: maskSecret(secret) };
}
