import type { Entry } from "@squire/protocol";

/** The turn a walk over entries is in; 0 before the first. */
export type TurnCursor = { readonly turn: number; readonly runId: string | null };

export const BEFORE_TURNS: TurnCursor = { turn: 0, runId: null };

/** The turn an entry belongs to. */
export function advance(cursor: TurnCursor, entry: Entry): TurnCursor {
  if (!startsTurn(cursor, entry)) return cursor;
  return { turn: cursor.turn + 1, runId: entry.type === "message" ? (entry.runId ?? null) : null };
}

/** Steering belongs to the run it reaches; what Squire writes itself starts nothing. */
export function startsTurn({ runId }: TurnCursor, entry: Entry): entry is Entry<"message"> {
  if (entry.type !== "message" || entry.message.role !== "user") return false;
  if (entry.synthetic === true) return false;
  return entry.runId === undefined || entry.runId !== runId;
}
