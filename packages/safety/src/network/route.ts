import { BAD_PORTS } from "./bad-ports.ts";
import { specialAddress } from "./judge-address.ts";
import { codeOf, NetworkError } from "./network-error.ts";
import type { NetworkPorts, NetworkRules } from "./ports.ts";
import type { Target } from "./target.ts";

/** How to get to a target: by addresses that have been checked, or by a proxy that resolves. */
export type Route =
  | { readonly type: "direct"; readonly addresses: readonly string[]; readonly isPublic: boolean }
  | { readonly type: "proxy"; readonly proxy: string; readonly isPublic: boolean };

/**
 * Decides whether and how a target may be reached (WEB-6). A name is resolved once and every address
 * must be public; connecting to one of these leaves nothing to be resolved differently later.
 *
 * Behind a proxy it is the proxy that resolves. Our own answer still has to be public. Where our DNS
 * knows nothing, as in networks that only let the proxy out, names that are by their form not of the
 * internet are refused and the others left to the proxy, whose operator rules what it reaches.
 */
export async function routeTo(
  target: Target,
  ports: NetworkPorts,
  { allow, refuse, offline = false }: NetworkRules,
): Promise<Route> {
  const reason = refuse?.(target.url.href) ?? null;
  if (reason !== null) throw new NetworkError("blocked_by_rule", reason);
  const opened = allow?.(target.host, target.port) === true;
  if (!opened) checkUnopened(target, offline);
  const proxy = ports.proxyFor(target.url.href);
  const addresses = await addressesOf(target, ports, proxy !== null);
  const special = addresses.flatMap((address) => specialAddress(address) ?? []);
  const isPublic = special.length === 0;
  if (!isPublic && !opened) throw blocked(target, special[0] ?? "");
  if (offline && special.length < Math.max(1, addresses.length)) throw isOffline(target);
  // What the user opened is in reach of this machine, not of the proxy.
  if (proxy !== null && isPublic) return { type: "proxy", proxy, isPublic };
  return { type: "direct", addresses, isPublic };
}

function checkUnopened(target: Target, offline: boolean): void {
  if (offline) throw isOffline(target);
  if (isLocalhost(target.host)) throw blocked(target, "this machine");
  if (BAD_PORTS.includes(target.port)) {
    throw new NetworkError("blocked_address", `Port ${target.port} is not for web pages.`);
  }
}

async function addressesOf(
  target: Target,
  ports: NetworkPorts,
  proxied: boolean,
): Promise<readonly string[]> {
  if (target.isAddress) return [target.host];
  const found = await ports.resolve(target.host).catch((cause: unknown) => notFound(target, cause));
  const addresses = found instanceof NetworkError ? [] : found;
  if (addresses.length > 0) return addresses;
  if (!proxied) throw found instanceof NetworkError ? found : notFound(target);
  if (isLocalName(target.host)) throw blocked(target, "a name of the local network");
  return [];
}

function notFound({ host }: Target, cause?: unknown): NetworkError {
  const code = codeOf(cause);
  const message = `There is no host ${host}${code === "" ? "" : ` (${code})`}.`;
  return new NetworkError("not_found", message, { cause });
}

function isOffline({ host }: Target): NetworkError {
  return new NetworkError("blocked_by_rule", `--offline is set, so ${host} was not asked.`);
}

function blocked({ host }: Target, what: string): NetworkError {
  const message = `${host} was not asked: it is ${what}. Only the user can open it, in web.allow_hosts.`;
  return new NetworkError("blocked_address", message);
}

function isLocalhost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

const LOCAL_ENDINGS =
  /\.(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example|onion|alt)$/;

function isLocalName(host: string): boolean {
  return !host.includes(".") || LOCAL_ENDINGS.test(host);
}
