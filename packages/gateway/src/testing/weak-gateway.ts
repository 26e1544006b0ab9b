import { serve } from "@squire/platform";
import type { HostConnection, WhoConnects } from "@squire/protocol";
import { isOurHost, isOurOrigin, type Door } from "../door.ts";
import { Keyring, type Holder } from "../keyring.ts";
import { Lockout } from "../limits.ts";
import { refusal } from "../http/reply.ts";
import { ServedClient } from "../served-client.ts";

class BlindKeyring extends Keyring {
  override holderOf(): Holder {
    return "program";
  }
}

/** A gateway that forgets one of its checks: what the tests must notice. */
export function weakGateway(
  api: { connect(who: WhoConnects): HostConnection },
  token: string,
  forgets: "host" | "origin" | "token",
) {
  const keyring =
    forgets === "token" ? new BlindKeyring(token, Date.now) : new Keyring(token, Date.now);
  let door: Door = { isLoopback: true, port: 0, scheme: "http", origins: [] };
  const serving = serve({
    host: "127.0.0.1",
    port: 0,
    maxMessageBytes: 1024,
    maxRequestBytes: 1024,
    idleSeconds: 60,
    answer: ({ headers }) => {
      const host = headers.get("host");
      if (forgets !== "host" && !isOurHost(door, host)) return refusal(403, "host");
      if (forgets !== "origin" && !isOurOrigin(door, headers.get("origin"), host)) {
        return refusal(403, "origin");
      }
      return {
        take: (socket) =>
          new ServedClient(
            socket,
            { address: "127.0.0.1", isPage: false },
            {
              connect: (who) => api.connect(who),
              keyring,
              // Wrong tokens are many here.
              lockout: new Lockout(Date.now),
              now: Date.now,
              setTimer: () => () => {},
              onClosed: () => {},
            },
          ),
      };
    },
  });
  door = { ...door, port: serving.port };
  return serving;
}
