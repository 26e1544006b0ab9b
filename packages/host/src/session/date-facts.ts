import type { VolatileFacts } from "@squire/agent";
import type { ContextView, OpenSession } from "@squire/session";
import { dayOf, sessionDate } from "./system-text.ts";

const TOPIC = "date";

/**
 * On another day than the model was last told, the date goes into the log: in the prefix it would
 * cost the cache of the whole session (LOOP-27). After a compaction it is told again.
 */
export function dateFacts(
  session: OpenSession,
  { view, now }: { readonly view: () => ContextView; readonly now: () => number },
): VolatileFacts {
  return () => {
    const text = `Today is ${dayOf(now())}.`;
    const told = toldIn(session, view) ?? `Today is ${sessionDate(session)}.`;
    return Promise.resolve(told === text ? [] : [{ topic: TOPIC, text }]);
  };
}

function toldIn(session: OpenSession, view: () => ContextView): string | null {
  // Only what the model still sees counts, and a long branch is not held in memory.
  const entry = session.tree
    .view()
    .findLast((found) => found.type === "context" && found.topic === TOPIC);
  if (entry?.type !== "context") return null;
  return view().sources.includes(entry.id) ? entry.text : null;
}
