import { connectWebSocket, type Credentials, type LineState } from "@squire/client";
import { HostError } from "@squire/protocol/values";
import type { Link, LinkState } from "./link.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** The socket of the host that this page came from; no other can be named. */
export function socketAddress(page: Pick<Location, "protocol" | "host">): string {
  return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}/ws`;
}

export type Knocking = {
  readonly auth: Credentials;
  /** What to come back with, when a code was shown. */
  readonly onToken: (token: string) => void;
  readonly onState: (state: LinkState) => void;
  readonly signal: AbortSignal;
};

/** What knocking needs of the browser. */
export type Doorstep = {
  readonly page: Pick<Location, "protocol" | "host">;
  readonly dial: typeof connectWebSocket;
  /** Says `online` when there is a network again. */
  readonly network: EventTarget;
};

function browserDoorstep(): Doorstep {
  return { page: location, dial: connectWebSocket, network: window };
}

/**
 * A line to the host. While nobody answers it knocks again, until nobody waits any more; rejects with
 * a `HostError` when it is refused.
 */
export async function connectHost(
  { auth, onToken, onState, signal }: Knocking,
  { page, dial, network }: Doorstep = browserDoorstep(),
): Promise<Link> {
  const url = socketAddress(page);
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(LONGEST_WAIT_MS, ms * 2)) {
    try {
      const onLine = (state: LineState): void => {
        const told = linkState(state);
        if (told !== null) onState(told);
      };
      const client = await dial({ url, auth, face: "web", onToken, onState: onLine });
      return { client, close: () => void client.close() };
    } catch (error) {
      const mayCome = error instanceof HostError && error.failure.retryable;
      if (!mayCome || signal.aborted) throw error;
      onState({ type: "reconnecting" });
      await wait(ms, signal, network);
      if (signal.aborted) throw error;
    }
  }
}

function linkState(state: LineState): LinkState | null {
  switch (state) {
    case "open":
      return { type: "online" };
    case "waiting":
      return { type: "reconnecting" };
    case "refused":
      return { type: "refused", message: "The host does not take this token any more." };
    case "closed":
      return null;
  }
}

/** Also over when the browser says that there is a network again, or nobody waits any more. */
function wait(ms: number, signal: AbortSignal, network: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      network.removeEventListener("online", over);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    network.addEventListener("online", over);
    signal.addEventListener("abort", over);
  });
}
