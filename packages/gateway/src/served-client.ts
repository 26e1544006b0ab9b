import { createHash } from "node:crypto";
import type { ServedSocket, SocketEars } from "@squire/platform";
import type { HostConnection, WhoConnects } from "@squire/protocol";
import { ERROR_CODES, MAX_MESSAGE_BYTES, parseClientFrame } from "@squire/protocol/wire";
import type { AuthFrame, FrameId, RequestFrame } from "@squire/protocol/wire";
import type { Keyring } from "./keyring.ts";
import { RateLimit, REQUESTS_PER_SECOND, type Lockout } from "./limits.ts";
import { idIn } from "./id-in.ts";
import { CLOSE, Outbox } from "./outbox.ts";
import { RequestDesk } from "./request-desk.ts";

export type ClientPorts = {
  readonly connect: (who: WhoConnects) => HostConnection;
  readonly keyring: Keyring;
  readonly lockout: Lockout;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** Somebody has shown a token; `by` is who it says it is, or where it came from. */
  readonly onAuth?: ((attempt: AuthAttempt) => void) | undefined;
  readonly onClosed: (client: ServedClient) => void;
};

export type AuthAttempt = { readonly ok: boolean; readonly by: string };

/** How a client got in. */
export type Entrance = {
  readonly address: string;
  /** It is a page: whatever its token is good for, it may do no more than pages may. */
  readonly isPage: boolean;
};

const AUTH_MS = 5_000;
/** Who goes on asking after so many refusals does not listen. */
const MOST_REFUSED = 600;

/** One WebSocket: first it says who it is, then it asks and hears (GW-3, GW-5). */
export class ServedClient implements SocketEars {
  readonly #ports: ClientPorts;
  readonly #entrance: Entrance;
  readonly #outbox: Outbox;
  readonly #rate: RateLimit;
  #refused = 0;
  #cancelTimer: () => void;
  #desk: RequestDesk | null = null;

  constructor(socket: ServedSocket, entrance: Entrance, ports: ClientPorts) {
    this.#ports = ports;
    this.#entrance = entrance;
    this.#outbox = new Outbox(socket);
    this.#rate = new RateLimit(REQUESTS_PER_SECOND, ports.now);
    this.#cancelTimer = ports.setTimer(() => {
      // The next try may be faster.
      this.end(CLOSE.tooMuch, "No token came in time.");
    }, AUTH_MS);
  }

  message(text: string | null): void {
    if (this.#outbox.isClosed) return;
    if (text === null) {
      this.#outbox.error(null, ERROR_CODES.invalidRequest, "Frames are text.");
      return this.end(CLOSE.binary, "Frames are text.");
    }
    if (!this.#rate.take()) return this.#refuse(text);
    this.#refused = 0;
    if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
      const message = `A frame has at most ${MAX_MESSAGE_BYTES} bytes.`;
      this.#outbox.error(idIn(text), ERROR_CODES.tooLarge, message);
      return;
    }
    const value = parsedJson(text);
    if (value === undefined) {
      this.#outbox.error(null, ERROR_CODES.parse, "A frame is one JSON object.");
      return;
    }
    this.#frame(parseClientFrame(value));
  }

  drained(): void {
    this.#outbox.drained();
  }

  closed(): void {
    this.#cancelTimer();
    this.#outbox.closed();
    const desk = this.#desk;
    this.#desk = null;
    void desk?.close();
    this.#ports.onClosed(this);
  }

  /** Says why; the socket closes, and so does everything behind it. */
  end(code: number, reason: string): void {
    this.#outbox.end(code, reason);
    this.closed();
  }

  #frame(parsed: ReturnType<typeof parseClientFrame>): void {
    if (parsed.kind === "problem") {
      this.#outbox.error(parsed.id, ERROR_CODES.invalidRequest, parsed.message);
      if (this.#desk === null) this.end(CLOSE.refused, "The first frame is the token.");
      return;
    }
    if (parsed.kind === "request") return this.#request(parsed.frame);
    if (this.#desk === null) return this.#authenticate(parsed.frame);
    this.#outbox.error(null, ERROR_CODES.invalidRequest, "This client is known already.");
  }

  #request(frame: RequestFrame): void {
    if (this.#desk !== null) return this.#desk.take(frame);
    if (frame.method === "health.check") return this.#health(frame.id);
    this.#outbox.error(frame.id, ERROR_CODES.unauthenticated, "The first frame is the token.");
    this.end(CLOSE.refused, "The first frame is the token.");
  }

  /** The only question that needs no token. */
  #health(id: FrameId): void {
    const connection = this.#ports.connect({ face: "sdk", reach: "page" });
    const answer = async (): Promise<void> => {
      this.#outbox.result(id, await connection.call("health.check", {}));
      await connection.close();
    };
    void answer();
  }

  #authenticate(frame: AuthFrame): void {
    const { lockout, keyring, connect } = this.#ports;
    const { address, isPage } = this.#entrance;
    // Whether the token is right is told to nobody meanwhile, and a code is good for one try: it is kept for later.
    if (lockout.isLocked(address)) {
      this.#ports.onAuth?.({ ok: false, by: address });
      return this.end(CLOSE.tooMuch, "Too many wrong tokens: wait a minute.");
    }
    const pageToken = "code" in frame ? keyring.takeCode(frame.code) : null;
    const given = "code" in frame ? pageToken : frame.token;
    const holder = given === null ? null : keyring.holderOf(given);
    if (holder === null) {
      lockout.fail(address);
      this.#ports.onAuth?.({ ok: false, by: address });
      return this.end(CLOSE.refused, "The token is not the right one.");
    }
    lockout.succeed(address);
    this.#cancelTimer();
    const reach = isPage || holder === "page" ? "page" : "program";
    const who = { face: frame.face ?? (isPage ? "web" : "sdk"), reach } as const;
    const clientId = nameOf(who.face, frame.client);
    this.#ports.onAuth?.({ ok: true, by: clientId });
    this.#desk = new RequestDesk(connect({ ...who, clientId }), this.#outbox);
    this.#outbox.send({
      type: "auth",
      ok: true,
      ...(frame.client === undefined ? {} : { clientId }),
      ...(pageToken === null ? {} : { token: pageToken }),
    });
  }

  #refuse(text: string): void {
    if (++this.#refused > MOST_REFUSED) return this.end(CLOSE.tooMuch, "Too many requests.");
    const message = `At most ${REQUESTS_PER_SECOND} requests per second.`;
    this.#outbox.error(idIn(text), ERROR_CODES.rateLimited, message);
  }
}

/** Undefined: it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What others see of a client; nobody can take the name of another without what only that one knows. */
function nameOf(face: string, secret: string | undefined): string {
  const made = createHash("sha256").update(secret ?? crypto.randomUUID());
  return `${face}-${made.digest("hex").slice(0, 12)}`;
}
