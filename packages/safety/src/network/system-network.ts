import { proxyFor, readTlsFiles, systemClock, type Env } from "@squire/platform";
import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { NetworkPorts } from "./ports.ts";

/** The machine's own network, with the proxies and authorities that `env` names (PROV-28). */
export function systemNetwork(env: Env): NetworkPorts {
  let authorities: Promise<readonly string[] | null> | undefined;
  return {
    resolve: async (host) =>
      (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address),
    dial: (host, port) => connect({ host, port }),
    proxyFor: (url) => proxyFor(url, env),
    // The user's own certificate is for vendors: no page may ask for it.
    authorities: () =>
      (authorities ??= readTlsFiles({ NODE_EXTRA_CA_CERTS: env["NODE_EXTRA_CA_CERTS"] }).then(
        (files) => files?.ca ?? null,
      )),
    clock: systemClock,
  };
}
