import type { NetworkPorts } from "../ports.ts";

/** Planted twin: checks the address, then lets the name be resolved once more to connect. */
export function unpinned(ports: NetworkPorts): NetworkPorts {
  const nameOf = new Map<string, string>();
  const again = new Map<string, string>();
  return {
    ...ports,
    async resolve(host) {
      const addresses = await ports.resolve(host);
      for (const address of addresses) nameOf.set(address, host);
      again.set(host, (await ports.resolve(host))[0] ?? "");
      return addresses;
    },
    dial: (address, port) => ports.dial(again.get(nameOf.get(address) ?? "") ?? address, port),
  };
}
