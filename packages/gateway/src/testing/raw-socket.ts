import { connect, type Socket } from "node:net";

/** A connection byte by byte: for what no proper client would send. */
export type RawSocket = {
  /** Of the answer to the first request; null: it closed without one. */
  readonly status: number | null;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: () => string;
  write(bytes: Uint8Array | string): void;
  /** The next frame from the server; null: it closed. */
  frame(): Promise<RawFrame | null>;
  /** Without a goodbye. */
  destroy(): void;
};

export type RawFrame = { readonly opcode: number; readonly payload: Buffer };

export type Handshake = {
  readonly port: number;
  readonly path?: string;
  readonly method?: string;
  /** Null: none is sent. */
  readonly host?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export const UPGRADE = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
} as const;

/** Sends one request and reads the head of its answer. */
export async function rawSocket(wanted: Handshake): Promise<RawSocket> {
  const socket = connect(wanted.port, "127.0.0.1");
  const input = new Input(socket);
  socket.write(requestText(wanted));
  const head = await input.until("\r\n\r\n");
  const [first = "", ...lines] = (head ?? "").split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1];
  return {
    status: status === undefined ? null : Number(status),
    headers,
    body: () => input.rest(),
    write: (bytes) => void socket.write(bytes),
    frame: () => readFrame(input),
    destroy: () => void socket.destroy(),
  };
}

export function requestText({
  port,
  path = "/ws",
  method = "GET",
  host,
  headers = {},
  body = "",
}: Handshake) {
  const shown = host === undefined ? `127.0.0.1:${port}` : host;
  const all = [
    ...(shown === null ? [] : [`Host: ${shown}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${method} ${path} HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n${body}`;
}

class Input {
  #bytes = Buffer.alloc(0);
  #isOver = false;
  #wake: (() => void) | null = null;

  constructor(socket: Socket) {
    const wake = (): void => {
      this.#wake?.();
      this.#wake = null;
    };
    socket.on("data", (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.from(chunk)]);
      wake();
    });
    for (const end of ["close", "error", "end"]) {
      socket.on(end, () => {
        this.#isOver = true;
        wake();
      });
    }
  }

  /** Null: it ended before. */
  async until(mark: string): Promise<string | null> {
    for (;;) {
      const at = this.#bytes.indexOf(mark);
      if (at !== -1) return (await this.take(at + mark.length))?.subarray(0, at).toString() ?? null;
      if (this.#isOver) return null;
      await this.#more();
    }
  }

  async take(count: number): Promise<Buffer | null> {
    while (this.#bytes.length < count) {
      if (this.#isOver) return null;
      await this.#more();
    }
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  rest(): string {
    return this.#bytes.toString();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

async function readFrame(input: Input): Promise<RawFrame | null> {
  const head = await input.take(2);
  if (head === null) return null;
  const [first = 0, second = 0] = head;
  const short = second & 0x7f;
  const long = short < 126 ? null : await input.take(short === 126 ? 2 : 8);
  if (short >= 126 && long === null) return null;
  const length =
    long === null
      ? short
      : long.length === 2
        ? long.readUInt16BE()
        : Number(long.readBigUInt64BE());
  const payload = await input.take(length);
  return payload === null ? null : { opcode: first & 0x0f, payload: Buffer.from(payload) };
}

export type FrameOptions = {
  readonly opcode?: number;
  readonly fin?: boolean;
  readonly masked?: boolean;
};

/** A frame of a client; by default whole, of text, and masked as it must be. */
export function frameBytes(payload: string | Uint8Array, options: FrameOptions = {}): Buffer {
  const { opcode = 1, fin = true, masked = true } = options;
  const body = Buffer.from(payload);
  const mask = masked ? Buffer.from([7, 21, 42, 99]) : Buffer.alloc(0);
  const bit = masked ? 0x80 : 0;
  const { length } = body;
  const size =
    length < 126
      ? Buffer.from([bit | length])
      : length < 65_536
        ? Buffer.from([bit | 126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([bit | 127]), bigLength(length)]);
  const hidden = masked ? body.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) : body;
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode]), size, mask, hidden]);
}

function bigLength(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}
