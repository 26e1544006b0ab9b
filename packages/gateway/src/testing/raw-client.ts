/** A WebSocket that says exactly what it is told, with the headers it is told. */
export type RawClient = {
  /** Everything that came in, parsed. */
  readonly seen: readonly Frame[];
  send(frame: unknown): void;
  sendText(text: string | Uint8Array<ArrayBuffer>): void;
  /** The next frame that fits; those before it are only in `seen`. Rejects when the socket closes first. */
  next(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Asks and gives the answer. */
  ask(method: string, params?: unknown): Promise<Frame>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
};

export type Frame = { readonly [key: string]: unknown };

export type RawOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent at once when it is there. */
  readonly token?: string;
};

/** Resolves when the socket is open; rejects when the handshake was refused. */
export async function rawClient(url: string, options: RawOptions = {}): Promise<RawClient> {
  const { headers, token } = options;
  // The types are a browser's, where nobody may choose headers; the runtime lets tests do so.
  const socket = new WebSocket(url, { headers: { ...headers } } as unknown as string[]);
  const seen: Frame[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    const all = [...waiting];
    waiting.clear();
    for (const one of all) one();
  };
  let isClosed = false;
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener("close", ({ code, reason }) => {
      isClosed = true;
      wake();
      resolve({ code, reason });
    });
  });
  socket.addEventListener("message", ({ data }) => {
    seen.push(JSON.parse(String(data)) as Frame);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The handshake was refused.")));
  });
  let read = 0;
  let lastId = 0;
  const client: RawClient = {
    seen,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendText: (text) => socket.send(text),
    close: () => socket.close(),
    async next(fits) {
      for (;;) {
        while (read < seen.length) {
          const frame = seen[read++];
          if (frame !== undefined && fits(frame)) return frame;
        }
        if (isClosed) throw new Error("The socket closed first.");
        await new Promise<void>((resolve) => void waiting.add(resolve));
      }
    },
    async ask(method, params) {
      const id = `r${++lastId}`;
      client.send({ id, method, ...(params === undefined ? {} : { params }) });
      return client.next((frame) => frame["id"] === id);
    },
  };
  if (token !== undefined) {
    client.send({ type: "auth", token });
    await client.next((frame) => frame["type"] === "auth");
  }
  return client;
}
