import { connect, type Socket } from "node:net";
import { frameBytes, requestText, UPGRADE } from "../raw-socket.ts";
import type { GatewayProcess } from "./gateway-process.ts";

/** A client that listens to a session over the worst of lines. */
export type SlowReader = {
  /** What it has taken since it became slow. */
  readonly bytes: number;
  /** Resolves when it has taken some. */
  readonly reads: Promise<void>;
  destroy(): void;
};

/** A byte each second. */
const EVERY_MS = 1_000;

/** Resolves when the gateway has taken its wish to listen; from then on it reads slowly. */
export async function slowReader(
  { url, token }: GatewayProcess,
  sessionKey: string,
): Promise<SlowReader> {
  const port = Number(new URL(url).port);
  const reads = Promise.withResolvers<void>();
  const line = new ByteLine(port, () => reads.resolve());
  line.socket.write(requestText({ port, headers: UPGRADE }));
  await line.until("\r\n\r\n");
  const params = { sessionKey, events: "full" };
  line.socket.write(frameBytes(JSON.stringify({ type: "auth", token })));
  line.socket.write(frameBytes(JSON.stringify({ id: 1, method: "sessions.attach", params })));
  await line.until('"nextSeq"');
  const timer = line.slowDown();
  return {
    get bytes() {
      return line.slowBytes;
    },
    reads: reads.promise,
    destroy: () => {
      clearInterval(timer);
      line.socket.destroy();
    },
  };
}

/** A connection that is read byte by byte: nothing is taken beforehand, so the sender feels each pause. */
class ByteLine {
  readonly socket: Socket;
  slowBytes = 0;
  #isSlow = false;
  #text = "";
  #wanted: { readonly mark: string; readonly found: () => void } | null = null;

  constructor(port: number, onSlowByte: () => void) {
    const callback = (count: number, buffer: Uint8Array): boolean => {
      if (this.#isSlow) {
        this.slowBytes += count;
        onSlowByte();
      } else this.#take(buffer[0] ?? 0);
      return !this.#isSlow;
    };
    const onread = { buffer: Buffer.alloc(1), callback };
    this.socket = connect({ port, host: "127.0.0.1", onread });
    // The gateway may close first.
    this.socket.on("error", () => {});
  }

  until(mark: string): Promise<void> {
    return new Promise((found) => {
      this.#wanted = { mark, found };
    });
  }

  slowDown(): NodeJS.Timeout {
    this.#isSlow = true;
    return setInterval(() => void this.socket.resume(), EVERY_MS);
  }

  #take(byte: number): void {
    this.#text += String.fromCharCode(byte);
    if (this.#wanted === null || !this.#text.endsWith(this.#wanted.mark)) return;
    const { found } = this.#wanted;
    this.#wanted = null;
    found();
  }
}
