import type { ServedSocket } from "@squire/platform";
import type { JsonValue } from "@squire/protocol";
import { ERROR_CODES, MAX_MESSAGE_BYTES, MAX_SEND_BUFFER_BYTES } from "@squire/protocol/wire";
import type { ErrorCode, FrameId } from "@squire/protocol/wire";

/** Streams wait above this, so that one that is not read costs little; replies still go out. */
const ROOM_BYTES = 256 * 1024;

/** Why a socket was ended from this side; codes of RFC 6455. */
export const CLOSE = {
  goingAway: 1001,
  binary: 1003,
  /** Coming back is of no use. */
  refused: 1008,
  /** Not now: come back later. */
  tooMuch: 1013,
} as const;

/** What goes out to one client, and how much of it waits. */
export class Outbox {
  readonly #socket: ServedSocket;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  constructor(socket: ServedSocket) {
    this.#socket = socket;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** `shorter` is sent instead of a frame that is too large. */
  send(frame: object, shorter?: () => object): void {
    const text = JSON.stringify(frame);
    const isLarge = shorter !== undefined && Buffer.byteLength(text) > MAX_MESSAGE_BYTES;
    this.#write(isLarge ? JSON.stringify(shorter()) : text);
  }

  /** A reply that does not fit a frame is refused in words instead. */
  result(id: FrameId, result: unknown): void {
    const text = JSON.stringify({ id, result });
    if (Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return this.#write(text);
    this.error(id, ERROR_CODES.tooLarge, "The reply is larger than a frame: ask for a part of it.");
  }

  error(id: FrameId | null, code: ErrorCode, message: string, data?: JsonValue): void {
    this.send({ id, error: { code, message, ...(data === undefined ? {} : { data }) } });
  }

  /** Resolves when a stream may go on; false: the client is gone. */
  async room(): Promise<boolean> {
    while (!this.#isClosed && this.#socket.waiting > ROOM_BYTES) {
      await new Promise<void>((resolve) => void this.#waiting.add(resolve));
    }
    return !this.#isClosed;
  }

  drained(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  end(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.closed();
    this.#socket.close(code, reason);
  }

  closed(): void {
    this.#isClosed = true;
    this.drained();
  }

  #write(text: string): void {
    if (this.#isClosed) return;
    this.#socket.send(text);
    // It takes nothing any more: it comes back and asks from where it was (GW-8).
    if (this.#socket.waiting <= MAX_SEND_BUFFER_BYTES) return;
    this.closed();
    this.#socket.drop();
  }
}
