import type { AgentEvent, EventType } from "@squire/protocol";
import type { View } from "./view.ts";

/** When an event happened, and in which place. */
export type Moment = { readonly at: number; readonly seq: number };

/** What events of some types do to a view. Events without a reducer change nothing. */
export type Reducers<T extends EventType = EventType> = {
  readonly [K in T]?: (view: View, event: AgentEvent<K>, moment: Moment) => View;
};
