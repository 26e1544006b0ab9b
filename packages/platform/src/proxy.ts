import type { Env } from "./env.ts";

/**
 * The proxy for a URL by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, which may be written in
 * lower case too and then win (PROV-28). Null = connect directly, as loopback hosts always do. Pure.
 */
export function proxyFor(url: string, env: Env): string | null {
  const target = URL.parse(url);
  if (target === null) return null;
  const scheme = SCHEMES[target.protocol];
  if (scheme === undefined) return null;
  const proxy = read(env, `${scheme}_proxy`) ?? read(env, "all_proxy");
  const host = plainHost(target.hostname);
  if (proxy === undefined || isLoopback(host)) return null;
  const port = Number(target.port) || (scheme === "https" ? 443 : 80);
  if (isExcluded(host, port, read(env, "no_proxy") ?? "")) return null;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

const SCHEMES: Readonly<Record<string, "http" | "https">> = {
  "http:": "http",
  "ws:": "http",
  "https:": "https",
  "wss:": "https",
};

function read(env: Env, name: string): string | undefined {
  return [env[name], env[name.toUpperCase()]].map((value) => value?.trim()).find(Boolean);
}

function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return net().isIP(host) !== 0 && LOOPBACK.some((range) => inRange(host, range));
}

const LOOPBACK = ["127.0.0.0/8", "::1/128", "::ffff:127.0.0.0/104"];

function isExcluded(host: string, port: number, noProxy: string): boolean {
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== "" && matches(host, port, entry));
}

function matches(host: string, port: number, entry: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return net().isIP(host) !== 0 && inRange(host, entry);
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (net().isIP(name) !== 0)
    return net().isIP(host) !== 0 && inRange(host, `${name}/${net().isIPv6(name) ? 128 : 32}`);
  const suffix = name.replace(/^\*?\./, "").replace(/\.$/, "");
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

function splitPort(entry: string): { readonly name: string; readonly onlyPort?: number } {
  if (net().isIPv6(entry)) return { name: entry };
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const plain = plainHost(name);
  return port === undefined ? { name: plain } : { name: plain, onlyPort: Number(port) };
}

/** Loaded only where a proxy is named at all: it would cost every start some time. */
function net() {
  return process.getBuiltinModule("node:net");
}

/** Whether an address lies in a range such as `10.0.0.0/8`; false for a range that is none. */
function inRange(address: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const family = net().isIPv6(network) ? "ipv6" : "ipv4";
  if (net().isIP(network) === 0 || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === "ipv6" ? 128 : 32)) return false;
  const { BlockList } = net();
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, net().isIPv6(address) ? "ipv6" : "ipv4");
}
