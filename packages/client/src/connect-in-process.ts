import type { HostConnection, WhoConnects } from "@squire/protocol";
import type { HostClient } from "./host-client.ts";

/** The host in the same process, as far as a client needs it. */
export type HostDoor = { connect(who: WhoConnects): HostConnection };

/** A client of a host in the same process: no wire, the same promises. */
export function connectInProcess(host: HostDoor, who: WhoConnects): HostClient {
  return host.connect(who);
}
