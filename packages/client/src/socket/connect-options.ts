import type { WhoConnects } from "@squire/protocol";
import type { ClientSocket, SocketEars } from "./socket-port.ts";

/** What a client shows at the door: the token, or a code that is good for one. */
export type Credentials = { readonly token: string } | { readonly code: string };

/** `waiting`: the line is down and will be tried again; `refused`: the gateway does not want it any more. */
export type LineState = "open" | "waiting" | "refused" | "closed";

export type SocketOptions = {
  /** `ws://127.0.0.1:18789/ws`. */
  readonly url: string;
  readonly auth: Credentials;
  readonly face: WhoConnects["face"];
  /** Known to this client alone; who comes back with it is the same client. Made up when absent. */
  readonly client?: string;
  readonly onState?: (state: LineState) => void;
  /** What to come back with, when a code was shown. */
  readonly onToken?: (token: string) => void;
  /** For tests: sockets, waiting and chance. */
  readonly open?: (url: string, ears: SocketEars) => ClientSocket;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
};
