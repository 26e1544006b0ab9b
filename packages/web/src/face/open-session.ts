import type { Item, View } from "@squire/client";
import type { FaceState, ListedSession, SessionsState } from "./face-state.ts";

const MOST_CHARACTERS = 80;
/** What was said first stands near the beginning. */
const MOST_LOOKED_AT = 50;

/** The sessions as they are drawn: the open one is among them, by the name that it has by now. */
export function withOpenSession(
  { sessions, view, route }: Pick<FaceState, "sessions" | "view" | "route">,
  now: number,
): SessionsState {
  const isOpen = route.page === "chat" && route.sessionKey !== null;
  if (!isOpen || view === null || view.epoch === 0) return sessions;
  const { sessionId: id } = view;
  const title = sessionTitle(view, sessions);
  const listed = sessions.items.find((one) => one.id === id);
  if (listed === undefined) {
    // A search shows what it found.
    if (sessions.query.trim() !== "" || typeof sessions.state === "object") return sessions;
    return { ...sessions, items: [fromView(view, title, now), ...sessions.items] };
  }
  if (listed.title === title) return sessions;
  const items = sessions.items.map((one) => (one.id === id ? { ...one, title } : one));
  return { ...sessions, items };
}

/** Its title; until it has one, what was said first. Null before that. */
export function sessionTitle(view: View, { items }: Pick<SessionsState, "items">): string | null {
  const listed = items.find(({ id }) => id === view.sessionId)?.title ?? null;
  return view.title ?? listed ?? firstWords(view);
}

function fromView(view: View, title: string | null, now: number): ListedSession {
  const { sessionId: id, workplace, spending, status } = view;
  const [createdAt, updatedAt] = [view.items.at(0)?.at ?? now, now];
  const running = status !== "idle";
  const costUsd = spending.sessionUsd;
  return { id, title, cwd: workplace.cwd, turns: null, costUsd, createdAt, updatedAt, running };
}

function firstWords({ items, live, earlier }: View): string | null {
  if (earlier !== null) return null;
  for (let at = 0; at < Math.min(items.length, MOST_LOOKED_AT); at++) {
    const words = wordsOf(items.at(at));
    if (words !== null) return words;
  }
  return live.map(wordsOf).find((words) => words !== null) ?? null;
}

function wordsOf(item: Item | undefined): string | null {
  if (item?.kind !== "user" || item.synthetic) return null;
  const line = item.text.slice(0, 4 * MOST_CHARACTERS).replaceAll(/\s+/g, " ");
  return Array.from(line.trim()).slice(0, MOST_CHARACTERS).join("") || null;
}
