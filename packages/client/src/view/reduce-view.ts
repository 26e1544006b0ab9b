import type { AgentEvent, EventEnvelope, KeptEvent } from "@squire/protocol";
import { asideReducers } from "./asides.ts";
import { callReducers } from "./calls.ts";
import type { Item } from "./item.ts";
import type { Moment, Reducers } from "./reducer.ts";
import { replyReducers } from "./reply.ts";
import { foldItems, restoreView } from "./restore.ts";
import { sessionReducers } from "./session.ts";
import { withStatus } from "./status.ts";
import { turnReducers } from "./turns.ts";
import type { View } from "./view.ts";
import { workReducers } from "./work.ts";

/** Each topic in a file of its own; an event may concern several. */
const TABLES: readonly Reducers[] = [
  replyReducers,
  callReducers,
  turnReducers,
  sessionReducers,
  asideReducers,
  workReducers,
];

/**
 * One event more. Pure; costs the same however long the session is. An event that the view has
 * already, and one of a kind that is not known, change nothing but the count.
 */
export function reduceView(view: View, { event, seq, at }: EventEnvelope): View {
  if (event.type === "session.restored") {
    return withStatus(restoreView(view, event, seq, fold));
  }
  if (seq <= view.seq) return view;
  return { ...withStatus(fold(view, event, { at, seq })), seq };
}

/** The items of a page of `chat.replay`. */
export function itemsOf(sessionId: string, events: readonly KeptEvent[]): readonly Item[] {
  return foldItems(sessionId, events, fold);
}

function fold(view: View, event: AgentEvent, moment: Moment): View {
  let next = view;
  for (const table of TABLES) {
    const reduce = table[event.type] as Reduce | undefined;
    if (reduce !== undefined) next = reduce(next, event, moment);
  }
  return next;
}

/** The tables pair each type with the reducer of its events. */
type Reduce = (view: View, event: AgentEvent, moment: Moment) => View;
