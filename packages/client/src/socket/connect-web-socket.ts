import type { HostClient } from "../host-client.ts";
import type { SocketOptions } from "./connect-options.ts";

/**
 * A client of a host behind a gateway, with the promises of one in the same process. Resolves when
 * the gateway has let it in, else rejects with a `HostError`. From then on a line that breaks is
 * tried again by itself: calls that were under way fail as `network`, streams go on without a gap.
 */
export async function connectWebSocket(options: SocketOptions): Promise<HostClient> {
  // It brings the schemas of everything that comes over a wire: not for who needs none.
  const { SocketClient } = await import("./socket-client.ts");
  return SocketClient.connect(options);
}
