import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { serve, type Caller, type Serving, type Taken } from "@squire/platform";
import type { HostConnection, WhoConnects } from "@squire/protocol";
import { MAX_CALL_BYTES, MAX_MESSAGE_BYTES } from "@squire/protocol/wire";
import { isLoopbackHost, isOurHost, isOurOrigin, type Door } from "./door.ts";
import { Keyring } from "./keyring.ts";
import { Lockout } from "./limits.ts";
import { CLOSE } from "./outbox.ts";
import { refusal } from "./http/reply.ts";
import { PageFiles, type WebFiles } from "./http/page-files.ts";
import { answerHttp, type RoutePorts } from "./http/routes.ts";
import { Visitors } from "./http/visitors.ts";
import { ServedClient, type AuthAttempt } from "./served-client.ts";
import { readOrMakeToken, readToken } from "./token-file.ts";

export type GatewayInput = {
  /** The host, as far as a gateway needs it. Whoever opened it closes it. */
  readonly api: { connect(who: WhoConnects): HostConnection };
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** So many ports above it are tried when it is taken (C30). */
  readonly spare?: number;
  /** Holds the token; made when it is not there. */
  readonly tokenFile: string;
  /** Instead of the one in the file. */
  readonly token?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The user has said that others may listen in on the way. */
  readonly withoutTls?: boolean;
  /** Pages from elsewhere that may connect. */
  readonly origins?: readonly string[];
  /** The files of the web face, asked for when somebody wants one. */
  readonly files?: () => Promise<WebFiles>;
  /** Hears who has come in, and who was turned away. */
  readonly onAuth?: (attempt: AuthAttempt) => void;
  /** For tests. */
  readonly now?: () => number;
  readonly setTimer?: (run: () => void, ms: number) => () => void;
};

export type Gateway = {
  readonly url: string;
  readonly wsUrl: string;
  readonly tokenFile: string;
  /** An address for a browser, good once and for a few minutes; it opens this session. */
  pageUrl(sessionKey?: string): string;
  /** Takes the new token from the file: whoever came with the old one is sent away. */
  reloadToken(): Promise<void>;
  /** How many clients are connected. */
  readonly clients: number;
  /** Sends everybody away; the host goes on. */
  close(): Promise<void>;
};

/** A gateway that would be open to others than the user. */
export class UnsafeGateway extends Error {
  override readonly name = "UnsafeGateway";
}

export const SOCKET_PATH = "/ws";
/** Above the limit of a frame: a bit too much is refused in words, far too much ends the socket. */
const HARD_LIMIT = 2 * MAX_MESSAGE_BYTES;
const IDLE_SECONDS = 60;
const MOST_CLIENTS = 4_096;

export async function startGateway(input: GatewayInput): Promise<Gateway> {
  const { host, tls, token, tokenFile } = input;
  const isLoopback = isLoopbackHost(host);
  if (!isLoopback && tls === undefined && input.withoutTls !== true) {
    throw new UnsafeGateway(`On ${host} others could read everything: a certificate is needed.`);
  }
  const now = input.now ?? Date.now;
  const keyring = new Keyring(token ?? (await readOrMakeToken(tokenFile)), now);
  let open: OpenGateway | null = null;
  // Nobody is heard before this function has returned.
  const serving = listen(
    input,
    (request, from) => open?.answer(request, from) ?? refusal(503, "Not yet."),
  );
  open = new OpenGateway(input, { keyring, now, serving });
  return open.start();
}

function listen(input: GatewayInput, answer: Parameters<typeof serve>[0]["answer"]): Serving {
  const { host, port, tls, spare = 0 } = input;
  for (let tried = port; ; tried++) {
    try {
      return serve({
        host: host.replace(/^\[|\]$/g, ""),
        port: tried,
        ...(tls === undefined ? {} : { tls }),
        maxMessageBytes: HARD_LIMIT,
        maxRequestBytes: MAX_CALL_BYTES,
        idleSeconds: IDLE_SECONDS,
        answer,
      });
    } catch (error) {
      if (port === 0 || tried >= port + spare || !isTaken(error)) throw error;
    }
  }
}

type Parts = {
  readonly keyring: Keyring;
  readonly now: () => number;
  readonly serving: Serving;
};

class OpenGateway {
  readonly #input: GatewayInput;
  readonly #keyring: Keyring;
  readonly #lockout: Lockout;
  readonly #now: () => number;
  readonly #clients = new Set<ServedClient>();
  readonly #serving: Serving;
  readonly #door: Door;
  readonly #routes: RoutePorts;

  constructor(input: GatewayInput, { keyring, now, serving }: Parts) {
    this.#input = input;
    this.#keyring = keyring;
    this.#now = now;
    this.#serving = serving;
    this.#lockout = new Lockout(now);
    this.#door = doorOf(input, serving.port);
    this.#routes = this.#makeRoutes();
  }

  start(): Gateway {
    const { tokenFile } = this.#input;
    const watching =
      this.#input.token === undefined ? watchFile(tokenFile, () => this.reload()) : null;
    const { clients } = { clients: this.#clients };
    return {
      url: urlOf(this.#input, this.#door),
      wsUrl: `${this.#routes.socketOrigin}${SOCKET_PATH}`,
      tokenFile,
      pageUrl: (sessionKey) => this.#routes.pageUrl(this.#keyring.newCode(), sessionKey),
      reloadToken: () => this.reload(),
      get clients() {
        return clients.size;
      },
      close: async () => {
        watching?.close();
        this.#sendAway(CLOSE.goingAway, "The gateway is closing.");
        await this.#serving.close();
      },
    };
  }

  async reload(): Promise<void> {
    const token = await readToken(this.#input.tokenFile).catch(() => null);
    if (token === null || !this.#keyring.change(token)) return;
    this.#sendAway(CLOSE.refused, "The token was changed.");
  }

  /** Nothing is made and nothing is told before a caller has passed both checks. */
  async answer(request: Request, from: Caller): Promise<Response | Taken> {
    const { headers } = request;
    const host = headers.get("host");
    const origin = headers.get("origin");
    if (!isOurHost(this.#door, host)) return refusal(403, "That is not the name of this host.");
    if (!isOurOrigin(this.#door, origin, host)) return refusal(403, "That page may not connect.");
    const url = new URL(request.url);
    const { address, takesLong } = from;
    const isPage = origin !== null || !isLoopbackHost(address);
    if (!from.wantsSocket) {
      return answerHttp({ request, url, address, isPage, takesLong }, this.#routes);
    }
    if (url.pathname !== SOCKET_PATH) return refusal(404, `The socket is at ${SOCKET_PATH}.`);
    if (this.#clients.size >= MOST_CLIENTS) return refusal(503, "Too many clients.");
    if (this.#lockout.isLocked(address)) {
      return refusal(429, "Too many wrong tokens: wait a minute.", { "retry-after": "60" });
    }
    return this.#take({ address, isPage });
  }

  #take(entrance: { readonly address: string; readonly isPage: boolean }): Taken {
    return {
      take: (socket) => {
        const client = new ServedClient(socket, entrance, {
          connect: (who) => this.#input.api.connect(who),
          keyring: this.#keyring,
          lockout: this.#lockout,
          now: this.#now,
          setTimer: this.#input.setTimer ?? setTimer,
          onAuth: this.#input.onAuth,
          onClosed: (one) => void this.#clients.delete(one),
        });
        this.#clients.add(client);
        return client;
      },
    };
  }

  #sendAway(code: number, reason: string): void {
    for (const client of this.#clients) client.end(code, reason);
  }

  #makeRoutes(): RoutePorts {
    const { files = () => Promise.resolve(new Map()), onAuth, api } = this.#input;
    const url = urlOf(this.#input, this.#door);
    return {
      keyring: this.#keyring,
      lockout: this.#lockout,
      now: this.#now,
      startedAt: this.#now(),
      files: new PageFiles(files),
      socketOrigin: url.replace(/^http/, "ws"),
      onAuth,
      visitors: new Visitors({ now: this.#now, onAuth }),
      connect: (who) => api.connect(who),
      // Behind the #: it is sent to nobody and stands in no log.
      pageUrl: (code, sessionKey) => {
        const session =
          sessionKey === undefined ? "" : `&session=${encodeURIComponent(sessionKey)}`;
        return `${url}/#code=${code}${session}`;
      },
    };
  }
}

function doorOf({ host, tls, origins = [] }: GatewayInput, port: number): Door {
  const scheme = tls === undefined ? "http" : "https";
  return { isLoopback: isLoopbackHost(host), port, scheme, origins };
}

function urlOf({ host }: GatewayInput, { scheme, port }: Door): string {
  return `${scheme}://${shownHost(host)}:${port}`;
}

/** Somebody else listens there. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function setTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function watchFile(file: string, changed: () => Promise<void>) {
  const name = basename(file);
  const watcher = watch(dirname(file), { persistent: false }, (_event, which) => {
    if (which === null || which === name) void changed();
  });
  watcher.on("error", () => watcher.close());
  return watcher;
}
