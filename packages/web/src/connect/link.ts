import type { HostClient } from "@squire/client";

/** Whether the host can be heard. */
export type LinkState =
  | { readonly type: "connecting" }
  | { readonly type: "online" }
  /** It is asked for again by itself. */
  | { readonly type: "reconnecting" }
  /** The token is not taken: somebody has to give another one. */
  | { readonly type: "refused"; readonly message: string };

/** A line to the host that comes back by itself when it breaks. */
export type Link = { readonly client: HostClient; readonly close: () => void };
