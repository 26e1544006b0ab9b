import type { Socket } from "node:net";
import { dialAny, overTls } from "./dial.ts";
import { NetworkError, networkErrorOf } from "./network-error.ts";
import type { NetworkPorts } from "./ports.ts";
import type { Target } from "./target.ts";

export type Proxy = {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Its login, where it has one. */
  readonly headers: Readonly<Record<string, string>>;
};

export function readProxy(text: string): Proxy {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new NetworkError("connect", "The proxy is not usable; use http://host:port.");
  }
  const secure = url.protocol === "https:";
  const login = [url.username, url.password].map(decodeURIComponent).join(":");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    secure,
    headers:
      url.username === ""
        ? {}
        : { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` },
  };
}

/** A socket to the user's own proxy; it may be anywhere. */
export async function reachProxy(
  proxy: Proxy,
  ports: NetworkPorts,
  signal: AbortSignal,
): Promise<Socket> {
  const place = { host: `the proxy ${proxy.host}`, port: proxy.port, addresses: [proxy.host] };
  const socket = await dialAny(place, ports, signal);
  return proxy.secure ? overTls(socket, proxy.host, await ports.authorities()) : socket;
}

/** Asks the proxy to pass everything on to the target from here on. */
export function openTunnel(
  socket: Socket,
  proxy: Proxy,
  { host, port, isAddress }: Target,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${isAddress && host.includes(":") ? `[${host}]` : host}:${port}`;
  const asking = process.getBuiltinModule("node:http").request({
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...proxy.headers },
    createConnection: () => socket,
    signal,
  });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      socket.destroy();
      reject(networkErrorOf(signal.aborted ? signal.reason : error, `the proxy ${proxy.host}`));
    };
    asking.once("error", fail);
    asking.once("response", ({ statusCode }) => fail(refusal(proxy, statusCode)));
    asking.once("connect", ({ statusCode }, tunnel, head) => {
      if (statusCode !== 200) return fail(refusal(proxy, statusCode));
      if (head.length > 0) tunnel.unshift(head);
      resolve(socket);
    });
    asking.end();
  });
}

function refusal({ host }: Proxy, status: number | undefined): NetworkError {
  return new NetworkError("connect", `The proxy ${host} refused the connection (${status ?? 0}).`);
}
