/** What a server is told about whoever connects. */
export type ServeOptions = {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** A message above this ends its socket. */
  readonly maxMessageBytes: number;
  readonly maxRequestBytes: number;
  /** A socket that says nothing for so long, not even to a ping, is gone. */
  readonly idleSeconds: number;
  /** Answers a request, or takes its socket. Must not throw. */
  readonly answer: (request: Request, from: Caller) => Promise<Response | Taken> | Response | Taken;
};

export type Caller = {
  /** The address it comes from. */
  readonly address: string;
  /** It wants to become a socket. */
  readonly wantsSocket: boolean;
  /** The reply may take as long as it takes: it is written bit by bit. */
  readonly takesLong: () => void;
};

/** The request becomes a socket, and these hear it. */
export type Taken = { readonly take: (socket: ServedSocket) => SocketEars };

export type SocketEars = {
  /** Null: it was not text. */
  message(text: string | null): void;
  /** What was waiting to be sent has gone. */
  drained(): void;
  closed(): void;
};

/** One end of a WebSocket. */
export type ServedSocket = {
  send(text: string): void;
  /** Bytes that the other side has not taken yet. */
  readonly waiting: number;
  close(code: number, reason: string): void;
  /** At once, without a goodbye. */
  drop(): void;
};

export type Serving = {
  readonly port: number;
  /** Takes nobody any more and ends what there is. */
  close(): Promise<void>;
};

type Held = { readonly take: Taken["take"]; ears: SocketEars | null };

/** HTTP and WebSocket on one port. Throws when it cannot listen there. */
export function serve(options: ServeOptions): Serving {
  const server = Bun.serve<Held>({
    hostname: options.host,
    port: options.port,
    idleTimeout: Math.min(options.idleSeconds, 255),
    maxRequestBodySize: options.maxRequestBytes,
    development: false,
    ...(options.tls === undefined ? {} : { tls: { ...options.tls } }),
    fetch: async (request, bun): Promise<Response | undefined> => {
      const answer = await options.answer(request, callerOf(request, bun));
      if (answer instanceof Response) return answer;
      if (bun.upgrade(request, { data: { take: answer.take, ears: null } })) return undefined;
      return new Response("This is a WebSocket.\n", { status: 426 });
    },
    error: () => new Response("The server failed.\n", { status: 500 }),
    websocket: socketHandler(options),
  });
  return {
    port: server.port ?? options.port,
    close: async () => {
      await server.stop(true);
    },
  };
}

function callerOf(request: Request, bun: Bun.Server<Held>): Caller {
  return {
    address: bun.requestIP(request)?.address ?? "",
    wantsSocket: request.headers.get("upgrade")?.toLowerCase() === "websocket",
    takesLong: () => bun.timeout(request, 0),
  };
}

function socketHandler(options: ServeOptions): Bun.WebSocketHandler<Held> {
  return {
    maxPayloadLength: options.maxMessageBytes,
    idleTimeout: options.idleSeconds,
    sendPings: true,
    perMessageDeflate: false,
    // Whoever sends watches `waiting`; nothing may be lost in between.
    backpressureLimit: 1024 * 1024 * 1024,
    open: (ws) => {
      ws.data.ears = ws.data.take(socketOf(ws));
    },
    message: (ws, message) => {
      ws.data.ears?.message(typeof message === "string" ? message : null);
    },
    drain: (ws) => ws.data.ears?.drained(),
    close: (ws) => ws.data.ears?.closed(),
  };
}

function socketOf(ws: Bun.ServerWebSocket<Held>): ServedSocket {
  return {
    send: (text) => void ws.send(text),
    get waiting() {
      return ws.getBufferedAmount();
    },
    close: (code, reason) => ws.close(code, reason),
    drop: () => ws.terminate(),
  };
}
