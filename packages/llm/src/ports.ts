/** The seams of this package: everything that is not pure comes in through here (GEN-10). */
export type Ports = {
  readonly fetch: FetchPort;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly credentials: CredentialSource;
};

export type FetchPort = (
  url: string,
  init: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array<ArrayBuffer>;
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after `ms` unless cancelled; used by watchdogs. */
  timer(ms: number, fire: () => void): { cancel(): void };
};

/** One usable secret. `id` names it in logs and back-off tables without revealing it. */
export type Credential = { readonly id: string; readonly secret: string };

export type CredentialVerdict = "ok" | "rate_limit" | "billing" | "auth";

export type CredentialSource = {
  /** The next credential for a provider, or null when there is none. The same affinity key gets the same credential while it is healthy. */
  pick(provider: string, affinity?: string): Promise<Credential | null>;
  /** How a credential fared: a bad verdict makes `pick` avoid it for a while. */
  report(
    provider: string,
    credential: Credential,
    verdict: CredentialVerdict,
    retryAfterMs?: number,
  ): void;
};
