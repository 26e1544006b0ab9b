import { FakeClock } from "@squire/testkit";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, createServer as createSocketServer, type Server, type Socket } from "node:net";
import type { NetworkPorts } from "../ports.ts";

/** A public address that is never really asked. */
export const PUBLIC = "93.184.216.34";

export type FakeInternet = NetworkPorts & {
  readonly clock: FakeClock;
  /** Every connection that was begun: `address:port`. */
  readonly dialed: readonly string[];
  /** Every name that was looked up. */
  readonly asked: readonly string[];
  close(): void;
};

export type FakeInternetParts = {
  /** Answers of the DNS, one after the other; the last one stays. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Which of our own ports is behind `address:port`; anything else is refused. */
  readonly servers?: Readonly<Record<string, number>>;
  readonly proxy?: string;
  readonly authorities?: readonly string[];
};

/** The real guard with a DNS of our own, whose connections end at servers of the test. */
export function fakeInternet({
  names = {},
  servers = {},
  proxy,
  authorities,
}: FakeInternetParts): FakeInternet {
  const [dialed, asked]: [string[], string[]] = [[], []];
  const sockets: Socket[] = [];
  return {
    clock: new FakeClock(),
    dialed,
    asked,
    resolve(host) {
      const turn = asked.filter((name) => name === host).length;
      asked.push(host);
      const answers = names[host] ?? [];
      const answer = answers[Math.min(turn, answers.length - 1)];
      const missing = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return answer === undefined ? Promise.reject(missing) : Promise.resolve(answer);
    },
    dial(host, port) {
      dialed.push(`${host}:${port}`);
      // Port 1 of this machine: nobody is there.
      const socket = connect(servers[`${host}:${port}`] ?? 1, "127.0.0.1");
      sockets.push(socket);
      return socket;
    },
    proxyFor: () => proxy ?? null,
    authorities: () => Promise.resolve(authorities ?? null),
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export type TestServer = { readonly port: number; close(): void };

export function httpServer(handle: RequestListener): Promise<TestServer> {
  return listen(createServer(handle));
}

export function httpsServer(
  pair: { readonly key: string; readonly cert: string },
  handle: RequestListener,
): Promise<TestServer> {
  return listen(createSecureServer(pair, handle));
}

/** For answers that no proper server would give. */
export function rawServer(answer: (socket: Socket, request: string) => void): Promise<TestServer> {
  const server = createSocketServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => answer(socket, bytes.toString("latin1")));
  });
  return listen(server);
}

export async function listen(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
