import { frameBytes, rawSocket, UPGRADE } from "./raw-socket.ts";

/** One way to knock. */
export type Knock = {
  readonly origin: string | null;
  readonly host: string | null;
  readonly token: "none" | "bad" | "good";
};

/** How far it got: not even a socket, a socket that was closed, or in. */
export type Outcome = "refused" | "closed" | "in";

export type Knocked = Knock & { readonly outcome: Outcome };

/** Every combination of what S1 and S7 speak of. */
export function knocks(port: number): readonly Knock[] {
  const origins = [
    null,
    `http://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    "http://evil.example",
    "null",
    "file://",
    `http://127.0.0.1:${port + 1}`,
    `http://localhost`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.example`,
    `http://evil.example:${port}`,
  ];
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    `evil.example:${port}`,
    `127.0.0.1:${port + 1}`,
    "127.0.0.1",
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1:${port}, evil.example`,
    "",
    null,
  ];
  const tokens = ["none", "bad", "good"] as const;
  return origins.flatMap((origin) =>
    hosts.flatMap((host) => tokens.map((token) => ({ origin, host, token }))),
  );
}

/** Whether the combination is one of those that are meant to get in. */
export function isMeant({ origin, host, token }: Knock, port: number): boolean {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  const isOwnPage = own.some((name) => origin === `http://${name}`);
  return token === "good" && (origin === null || isOwnPage) && own.includes(host ?? "");
}

export async function knock(port: number, one: Knock, token: string): Promise<Outcome> {
  const { origin, host } = one;
  const headers = { ...UPGRADE, ...(origin === null ? {} : { Origin: origin }) };
  const socket = await rawSocket({ port, host, headers });
  try {
    if (socket.status !== 101) return "refused";
    const first =
      one.token === "none"
        ? { id: 1, method: "sessions.list" }
        : { type: "auth", token: one.token === "good" ? token : "not-the-right-token" };
    socket.write(frameBytes(JSON.stringify(first)));
    for (;;) {
      const frame = await socket.frame();
      if (frame === null || frame.opcode === 8) return "closed";
      if (frame.payload.toString().includes('"ok":true')) return "in";
    }
  } finally {
    socket.destroy();
  }
}

/** Knocks in every way and gives those that ended otherwise than they should. */
export async function wrongKnocks(port: number, token: string): Promise<readonly Knocked[]> {
  const wrong: Knocked[] = [];
  for (const one of knocks(port)) {
    const outcome = await knock(port, one, token);
    if ((outcome === "in") !== isMeant(one, port)) wrong.push({ ...one, outcome });
  }
  return wrong;
}
