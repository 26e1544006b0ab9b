import { proxyFor, readTlsFiles, systemClock, type Env } from "@squire/platform";
import type { NetworkPorts } from "./ports.ts";

/** The machine's own network, with the proxies and authorities that `env` names (PROV-28). */
export function systemNetwork(env: Env): NetworkPorts {
  let authorities: Promise<readonly string[] | null> | undefined;
  return {
    resolve: async (host) =>
      (
        await process
          .getBuiltinModule("node:dns/promises")
          .lookup(host, { all: true, order: "verbatim" })
      ).map(({ address }) => address),
    dial: (host, port) => process.getBuiltinModule("node:net").connect({ host, port }),
    proxyFor: (url) => proxyFor(url, env),
    // The user's own certificate is for vendors: no page may ask for it.
    authorities: () =>
      (authorities ??= readTlsFiles({ NODE_EXTRA_CA_CERTS: env["NODE_EXTRA_CA_CERTS"] }).then(
        (files) => files?.ca ?? null,
      )),
    clock: systemClock,
  };
}
