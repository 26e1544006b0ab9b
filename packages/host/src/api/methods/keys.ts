import { checkKeyShape } from "../../credentials/check-key-shape.ts";
import { logout } from "../../credentials/login.ts";
import { maskSecret } from "../../mask-secret.ts";
import type { Host } from "../../open.ts";
import { hostAudit } from "../../safety/host-audit.ts";
import { nearestName } from "../nearest-name.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

type Names = "keys.list" | "keys.set" | "keys.remove";

export const keyHandlers: Handlers<Names> = {
  "keys.list": async (_params, { host }) => ({
    keys: providersOf(host).flatMap((provider) => {
      const origin = host.credentials.origin(provider);
      const stored = host.store.list(provider).map(({ secret }) => maskSecret(secret));
      return origin === null && stored.length === 0 ? [] : [{ provider, origin, stored }];
    }),
  }),

  "keys.set": async ({ provider, key }, { host }) => {
    mustBeProvider(host, provider);
    const secret = key.trim();
    const doubts = checkKeyShape(provider, secret);
    const wrong = doubts.find(({ severity }) => severity === "error");
    if (wrong !== undefined) return refuse("invalid", wrong.message);
    await putOnRecord(host, provider);
    host.store.add({ provider, kind: "key", secret });
    return { masked: maskSecret(secret), doubts: doubts.map(({ message }) => message) };
  },

  "keys.remove": async ({ provider }, { host }) => {
    if (host.store.list(provider).length === 0) {
      mustBeProvider(host, provider);
      return { removed: 0 };
    }
    await putOnRecord(host, provider);
    return { removed: logout(host.store, provider) };
  },
};

function providersOf({ models }: Host): readonly string[] {
  return models.registry.providers.map(({ name }) => name);
}

function mustBeProvider(host: Host, provider: string): void {
  const names = providersOf(host);
  if (names.includes(provider)) return;
  const near = nearestName(provider, names);
  const hint = near === null ? "`squire models` shows them." : `Did you mean ${near}?`;
  return refuse("not_found", `There is no provider "${provider.slice(0, 80)}".`, hint);
}

/** What changed, never to what (SEC-3). */
function putOnRecord(host: Host, provider: string): Promise<unknown> {
  const key = `key of ${provider}`;
  return hostAudit(host).append({ kind: "config", key, layer: "credentials" });
}
