import { HostError } from "@squire/protocol/values";
import { parseServerFrame, type ServerFrame } from "@squire/protocol/wire";
import type { Credentials, SocketOptions } from "./connect-options.ts";
import { openSocket, type ClientSocket } from "./socket-port.ts";

export type Welcome = { readonly clientId: string; readonly token?: string };

/** One connection that has been let in. */
export type Line = {
  readonly welcome: Welcome;
  send(text: string): void;
  close(): void;
};

export type LineEars = {
  frame(frame: ServerFrame): void;
  /** The line is down; `refused`: coming back is of no use. */
  ended(refused: HostError | null): void;
};

/** The gateway closes with it when a token is wrong, or not any more the right one. */
const REFUSED = 1008;
/** Not now: it may come back. */
const LATER = 1013;
const NORMAL = 1000;

/** Knocks once. Rejects with a `HostError`: retryable when nobody was there or it was too much, else the door stays shut. */
export function openLine(options: SocketOptions, auth: Credentials, ears: LineEars): Promise<Line> {
  return new Promise((resolve, reject) => {
    let isIn = false;
    const { url, face, client, open = openSocket } = options;
    const socket = open(url, {
      opened: () => socket.send(JSON.stringify({ type: "auth", ...auth, face, client })),
      closed: (code, reason) => {
        const refused = code === REFUSED ? refusedBy(url, reason) : null;
        if (isIn) ears.ended(refused);
        else reject(refused ?? (code === LATER ? later(url, reason) : unreachable(url)));
      },
      message: (data) => {
        const frame = parsed(data);
        if (isIn) return ears.frame(frame);
        if (frame.kind !== "auth") return;
        isIn = true;
        const { clientId = "", token } = frame.frame;
        resolve(lineOf(socket, { clientId, ...(token === undefined ? {} : { token }) }));
      },
    });
  });
}

function lineOf(socket: ClientSocket, welcome: Welcome): Line {
  return {
    welcome,
    send: (text) => socket.send(text),
    close: () => socket.close(NORMAL),
  };
}

function parsed(data: unknown): ServerFrame {
  try {
    return parseServerFrame(JSON.parse(String(data)));
  } catch {
    return { kind: "problem", message: "A frame is one JSON object." };
  }
}

function unreachable(url: string): HostError {
  return new HostError({
    code: "network",
    message: `Nobody answers at ${url}.`,
    advice: "Start it with squire gateway, or check the address.",
    retryable: true,
  });
}

function later(url: string, reason: string): HostError {
  const message = `${url} does not let anybody in now: ${reason}`;
  return new HostError({ code: "busy", message, advice: "Try again later.", retryable: true });
}

function refusedBy(url: string, reason: string): HostError {
  return new HostError({
    code: "auth",
    message: `${url} refused: ${reason === "" ? "the token is not the right one" : reason}`,
    advice: "squire gateway token show tells the token.",
    retryable: false,
  });
}
