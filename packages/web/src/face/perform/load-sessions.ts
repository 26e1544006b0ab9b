import { failureOf } from "../failure-of.ts";
import type { ListedSession, SessionsState } from "../face-state.ts";
import type { FaceTools } from "../tools.ts";

type Tools = Pick<FaceTools, "client" | "state" | "set">;

/** The first sessions of what is searched, and the places in what was said. */
export async function loadSessions(tools: Tools, limit: number): Promise<void> {
  const { client, state } = tools;
  const { length: before } = state().sessions.items;
  const { query, change } = listOf(tools);
  const wanted = queryOf(query);
  try {
    const { sessions: items, total } = await client().call("sessions.list", { limit, ...wanted });
    change((now) => {
      // A page that has come meanwhile stays behind them.
      const later = now.items.slice(before);
      return { items: unique([...items, ...later]), total, hits: [], state: "ready" };
    });
    if (wanted.query === undefined) return;
    const found = await client().call("search", { query: wanted.query, limit: 12 });
    change(() => ({ hits: found.hits }));
  } catch (error) {
    change(() => ({ state: failureOf(error) }));
  }
}

/** The next page, once at a time. What has moved up or down meanwhile stands there once. */
export async function loadMoreSessions(tools: Tools, limit: number): Promise<void> {
  const { items, total, more: isLoading } = tools.state().sessions;
  if (isLoading || items.length >= total) return;
  const { query, change } = listOf(tools);
  change(() => ({ more: true }));
  try {
    const asked = { limit, offset: items.length, ...queryOf(query) };
    const page = await tools.client().call("sessions.list", asked);
    change((now) => {
      return { items: unique([...now.items, ...page.sessions]), total: page.total };
    });
  } finally {
    change(() => ({ more: false }));
  }
}

/** Each once, where it stands first, as it was told last. */
function unique(items: readonly ListedSession[]): readonly ListedSession[] {
  return [...new Map(items.map((one) => [one.id, one])).values()];
}

type Change = (now: SessionsState) => Partial<SessionsState>;

/** The list of this search; changes that come when another was begun are dropped. */
function listOf({ state, set }: Tools): {
  readonly query: string;
  readonly change: (make: Change) => void;
} {
  const { query } = state().sessions;
  const change = (make: Change): void => {
    const { sessions } = state();
    if (sessions.query === query) set({ sessions: { ...sessions, ...make(sessions) } });
  };
  return { query, change };
}

function queryOf(query: string): { readonly query?: string } {
  return query.trim() === "" ? {} : { query: query.trim() };
}
