import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { dialAny, overTls } from "./dial.ts";
import { NetworkError, networkErrorOf } from "./network-error.ts";
import type { NetworkPorts } from "./ports.ts";
import type { Route } from "./route.ts";
import type { Target } from "./target.ts";
import { openTunnel, reachProxy, readProxy } from "./tunnel.ts";

const MOST_HEADER_BYTES = 32 * 1024;

/** A connection to send one request over. */
type Line = {
  readonly socket: Socket;
  /** A proxy for plain HTTP is told the whole URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Question = {
  readonly target: Target;
  readonly route: Route;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/** Sends one GET along a route. Resolves with the head of the answer; redirects are not followed. */
export async function ask(question: Question, ports: NetworkPorts): Promise<IncomingMessage> {
  const { target, signal } = question;
  const line = await connect(question, ports);
  return new Promise((resolve, reject) => {
    const sent = process.getBuiltinModule("node:http").request({
      method: "GET",
      path: line.path,
      headers: { ...question.headers, ...line.headers, host: target.url.host, connection: "close" },
      createConnection: () => line.socket,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
    });
    const fail = (error: unknown): void => {
      line.socket.destroy();
      reject(networkErrorOf(signal.aborted ? signal.reason : error, target.host));
    };
    sent.on("error", fail);
    sent.once("response", resolve);
    sent.once("upgrade", () =>
      fail(new NetworkError("bad_response", `${target.host} left HTTP instead of answering.`)),
    );
    sent.end();
  });
}

/** The TLS name is always that of the target, however it is reached. */
async function connect({ target, route, signal }: Question, ports: NetworkPorts): Promise<Line> {
  const path = `${target.url.pathname}${target.url.search}`;
  const secured = async (socket: Socket): Promise<Socket> =>
    target.secure ? overTls(socket, target.host, await ports.authorities()) : socket;
  if (route.type === "direct") {
    const socket = await dialAny({ ...target, addresses: route.addresses }, ports, signal);
    return { socket: await secured(socket), path, headers: {} };
  }
  const proxy = readProxy(route.proxy);
  const socket = await reachProxy(proxy, ports, signal);
  if (!target.secure) return { socket, path: target.url.href, headers: proxy.headers };
  return {
    socket: await secured(await openTunnel(socket, proxy, target, signal)),
    path,
    headers: {},
  };
}
