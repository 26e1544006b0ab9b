import type { HostClient } from "@squire/client";

/** Whether the host can be heard. */
export type LinkState =
  | { readonly type: "connecting" }
  | { readonly type: "online" }
  /** It was there and is asked for again by itself. */
  | { readonly type: "reconnecting"; readonly attempt: number }
  /** The token is not taken: somebody has to give another one. */
  | { readonly type: "refused"; readonly message: string };

/** A line to the host that comes back by itself when it breaks. */
export type Link = {
  readonly client: HostClient;
  /** Called with every change, and at once with what holds now. */
  readonly watch: (listener: (state: LinkState) => void) => void;
  /** Asks again at once instead of waiting. */
  readonly hurry: () => void;
  readonly close: () => void;
};
