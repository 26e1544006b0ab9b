/** A client that costs little, so that what is measured is the gateway. */
export type LoadClient = {
  /** Asks until it is answered: what is refused for its rate is asked again. */
  ask(method: string, params: object): Promise<LoadAnswer>;
  close(): void;
};

export type LoadAnswer = { readonly [key: string]: unknown };

export type LoadEvent = {
  readonly sessionId: string;
  readonly seq: number;
  readonly at: number;
  readonly event: { readonly type: string; readonly text?: string };
};

const RATE_LIMITED = -32005;

export async function loadClient(
  { wsUrl, token }: { readonly wsUrl: string; readonly token: string },
  onEvent: (event: LoadEvent) => void,
): Promise<LoadClient> {
  const socket = new WebSocket(wsUrl);
  const pending = new Map<number, (frame: Frame) => void>();
  let lastId = 0;
  const { promise: known, resolve, reject } = Promise.withResolvers<void>();
  socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "auth", token })));
  socket.addEventListener("close", () => reject(new Error("The gateway has closed the socket.")));
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.type === "auth") resolve();
    else if (frame.event === "session.event") onEvent(frame.data);
    else if (frame.id !== undefined) pending.get(frame.id)?.(frame);
  });
  await known;
  const once = (method: string, params: object): Promise<Frame> => {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((answered) => {
      pending.set(id, (frame) => {
        pending.delete(id);
        answered(frame);
      });
    });
  };
  return {
    async ask(method, params) {
      for (;;) {
        const { result, error } = await once(method, params);
        if (error === undefined) return result ?? {};
        if (error.code !== RATE_LIMITED) throw new Error(`${method}: ${error.message}`);
        await new Promise((later) => setTimeout(later, 100));
      }
    },
    close: () => socket.close(),
  };
}

type Frame = {
  readonly type?: string;
  readonly id?: number;
  readonly event?: string;
  readonly data: LoadEvent;
  readonly result?: LoadAnswer;
  readonly error?: { readonly code: number; readonly message: string };
};
