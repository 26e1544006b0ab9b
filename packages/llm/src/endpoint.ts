import type { Target } from "./wire/contract.ts";

/** Where a secret goes in a request. */
export type AuthStyle = "bearer" | "x-api-key" | "api-key" | "x-goog-api-key" | "none";

/** Everything needed to ask one model at one vendor, besides the secret. */
export type Endpoint = {
  readonly target: Target;
  /** The model's id as the vendor spells it. */
  readonly model: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: AuthStyle;
  /** A keyless endpoint is asked even when there is no credential. */
  readonly keyless: boolean;
  readonly timeouts: Timeouts;
  /** The variable a user would set the key in, for advice. */
  readonly keyVariable?: string;
};

/** PROV-14. */
export type Timeouts = { readonly firstByteMs: number; readonly idleMs: number };

export const DEFAULT_TIMEOUTS: Timeouts = { firstByteMs: 30_000, idleMs: 300_000 };
