import type { Clock, FetchPort } from "@squire/llm";
import type { Tokens } from "./store.ts";

export type OAuthPorts = {
  readonly fetch: FetchPort;
  readonly clock: Pick<Clock, "now" | "sleep">;
};

/** What the user has to do to log in, and how it ends. */
export type OAuthStart = OAuthInstructions & {
  /** Resolves once the user is done; rejects with `OAuthFailure`, or with the signal's reason. */
  readonly finish: (signal: AbortSignal) => Promise<Tokens>;
};

/** Addresses are checked to be web addresses; open them by argument, never through a shell (S34). */
export type OAuthInstructions =
  | {
      readonly type: "device";
      readonly url: string;
      /** The same with the code filled in. */
      readonly completeUrl?: string;
      readonly userCode: string;
      readonly expiresAt: number;
    }
  | { readonly type: "browser"; readonly url: string };

/** A way to log in at one provider (MODL-22). Extensions bring their own. */
export type OAuthFlow = {
  /** The provider's name. */
  readonly id: string;
  readonly label: string;
  readonly start: (ports: OAuthPorts, signal: AbortSignal) => Promise<OAuthStart>;
  /** Rejects with `OAuthFailure`. */
  readonly refresh: (
    refreshToken: string,
    ports: OAuthPorts,
    signal: AbortSignal,
  ) => Promise<Tokens>;
};

/** `reason` is the server's word where it gave one, e.g. `access_denied`. */
export class OAuthFailure extends Error {
  override readonly name = "OAuthFailure";
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
