import type { HostConnection } from "@squire/protocol";

/** How a face calls the host and hears it. Every call rejects with a `HostError` and nothing else. */
export type HostClient = HostConnection;
