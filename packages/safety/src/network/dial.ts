import type { Socket } from "node:net";
import { NetworkError, networkErrorOf } from "./network-error.ts";
import type { NetworkPorts } from "./ports.ts";

const MOST_ADDRESSES = 4;
const ATTEMPT_MS = 4000;

export type Place = {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
};

/** The first address that answers. Families take turns: one of them may lead nowhere. */
export async function dialAny(
  { host, port, addresses }: Place,
  ports: NetworkPorts,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const address of inTurns(addresses).slice(0, MOST_ADDRESSES)) {
    try {
      return await connected(ports.dial(address, port), ports, signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw networkErrorOf(failure, host);
}

function inTurns(addresses: readonly string[]): readonly string[] {
  const isSix = (address: string): boolean => address.includes(":");
  const first = addresses.filter((address) => isSix(address) === isSix(addresses[0] ?? ""));
  const second = addresses.filter((address) => !first.includes(address));
  return [
    ...first.flatMap((address, at) => [address, ...second.slice(at, at + 1)]),
    ...second.slice(first.length),
  ];
}

function connected(socket: Socket, ports: NetworkPorts, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (error: unknown): void => {
    socket.destroy();
    reject(error);
  };
  const stop = (): void => fail(signal.reason);
  const timer = ports.clock.timer(ATTEMPT_MS, () =>
    fail(new NetworkError("timeout", "Nobody answered in time.")),
  );
  socket.once("connect", () => resolve(socket));
  // Stays: a socket nobody listens to would otherwise end the process with its error.
  socket.on("error", fail);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  return promise.finally(() => {
    timer.cancel();
    signal.removeEventListener("abort", stop);
  });
}

/** TLS over a socket that is connected already; the certificate must be that of `host`. */
export function overTls(
  socket: Socket,
  host: string,
  authorities: readonly string[] | null,
): Socket {
  const { connect } = process.getBuiltinModule("node:tls");
  const { isIP } = process.getBuiltinModule("node:net");
  return connect({
    socket,
    host,
    // Addresses may not be named in the handshake.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(authorities === null ? {} : { ca: [...authorities] }),
  });
}
