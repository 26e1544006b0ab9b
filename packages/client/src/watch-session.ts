import type { EventEnvelope } from "@squire/protocol";
import type { HostClient } from "./host-client.ts";
import { emptyView } from "./view/empty-view.ts";
import { reduceView } from "./view/reduce-view.ts";
import type { View } from "./view/view.ts";

export type WatchOptions = {
  /** Called after every event; drawing at most every so often is up to the screen. */
  readonly onView: (view: View, envelope: EventEnvelope) => void;
  /** What was seen of the session before, to go on from there. */
  readonly view?: View;
};

/** A session that somebody watches. */
export type Watched = {
  /** As it stands now. */
  readonly view: View;
  /** Resolves when the stream has ended: closed, or the session is gone. Never rejects. */
  readonly ended: Promise<WatchEnd>;
  /** Stops watching; the session goes on. */
  close(): void;
};

export type WatchEnd =
  | { readonly type: "closed" }
  | { readonly type: "failed"; readonly error: unknown };

/**
 * Follows a session from the last event that was seen. When the stream leaves something out, it is
 * asked for again from there; what is no longer there comes as `session.restored`.
 */
export function watchSession(
  client: HostClient,
  sessionKey: string,
  { onView, view: known }: WatchOptions,
): Watched {
  let view = known ?? emptyView(sessionKey);
  let stream: AsyncIterator<EventEnvelope> | null = null;
  const closed = new AbortController();
  const take = (envelope: EventEnvelope): void => {
    view = reduceView({ ...view, sessionId: envelope.sessionId }, envelope);
    onView(view, envelope);
  };
  const follow = async (): Promise<WatchEnd> => {
    while (!closed.signal.aborted) {
      const events = client.events(sessionKey, view.seq, view.stream ?? undefined);
      stream = events[Symbol.asyncIterator]();
      const end = await readUntilGap(stream, () => view.seq, take);
      if (end === "over") break;
    }
    return { type: "closed" };
  };
  return {
    get view() {
      return view;
    },
    ended: follow().catch((error: unknown): WatchEnd => ({ type: "failed", error })),
    close: () => {
      closed.abort();
      void stream?.return?.();
    },
  };
}

/** `gap`: the stream went on with another event than the next one. */
async function readUntilGap(
  stream: AsyncIterator<EventEnvelope>,
  seq: () => number,
  take: (envelope: EventEnvelope) => void,
): Promise<"over" | "gap"> {
  for (let next = await stream.next(); next.done !== true; next = await stream.next()) {
    const envelope = next.value;
    const follows = envelope.seq === seq() + 1 || envelope.event.type === "session.restored";
    if (!follows && envelope.seq > seq()) {
      await stream.return?.();
      return "gap";
    }
    take(envelope);
  }
  return "over";
}
