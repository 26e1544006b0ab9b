import type { AgentEvent, EventEnvelope, HostConnection, UserContent } from "@squire/protocol";

/** The end of a turn, or a piece of its answer. */
export type TurnPiece =
  | { readonly type: "text"; readonly text: string }
  | AgentEvent<"turn.finished">
  | AgentEvent<"turn.failed">
  | AgentEvent<"turn.aborted">;

export type TurnWish = {
  readonly sessionKey: string;
  readonly message: readonly UserContent[];
  /** Whoever asked does not listen any more: the turn is stopped. */
  readonly signal: AbortSignal;
};

/** Sends one message and gives the words of the answer as they come; ends with the end of the turn. */
export async function* oneTurn(
  connection: HostConnection,
  { sessionKey, message, signal }: TurnWish,
): AsyncGenerator<TurnPiece, void, void> {
  const stream = connection.events(sessionKey)[Symbol.asyncIterator]();
  const leaving = new AbortController();
  try {
    // Whoever has heard something is among those who watch: nothing is missed from here on.
    const first = await stream.next();
    const { session } = await connection.call("sessions.attach", { sessionKey });
    const known = Math.max(session.seq, first.value?.seq ?? 0);
    const { runId } = await connection.call("chat.send", { sessionKey, message: [...message] });
    const stop = (): void => void connection.call("chat.abort", { runId }).catch(() => {});
    signal.addEventListener("abort", stop, { signal: leaving.signal });
    if (signal.aborted) stop();
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) {
      const piece = next.value.seq <= known ? null : pieceOf(next.value, runId);
      if (piece === null) continue;
      if (piece === LOST) stop();
      yield piece === LOST ? tooSlow(runId) : piece;
      if (piece === LOST || piece.type !== "text") return;
    }
  } finally {
    leaving.abort();
    await stream.return?.();
  }
}

/** Words of the answer are gone, and perhaps its end: waiting for it might never be over. */
const LOST = "lost";

function tooSlow(runId: string): AgentEvent<"turn.failed"> {
  const message = "The answer was read too slowly: a part of it is lost.";
  const advice = "Read faster, or ask without stream.";
  return {
    type: "turn.failed",
    runId,
    failure: { code: "limit", message, advice, retryable: true },
  };
}

function pieceOf({ event }: EventEnvelope, runId: string): TurnPiece | typeof LOST | null {
  switch (event.type) {
    case "text.delta":
      return event.runId === runId ? { type: "text", text: event.text } : null;
    case "turn.finished":
    case "turn.failed":
    case "turn.aborted":
      return event.runId === runId ? event : null;
    case "session.restored":
      return event.reason === "behind" ? LOST : null;
    default:
      return null;
  }
}
