import { failureOf } from "../failure-of.ts";
import type { FaceTools, Performers } from "../tools.ts";
import { composeAgain } from "./compose-again.ts";
import { loadTree } from "./load-tree.ts";

const PAGE = 60;

type SessionIntents =
  | "sessions.new"
  | "sessions.search"
  | "sessions.refresh"
  | "sessions.more"
  | "sessions.rename"
  | "sessions.delete"
  | "sessions.ask"
  | "tree.refresh"
  | "tree.go"
  | "tree.fork"
  | "rewind.ask"
  | "rewind.apply";

/** The list of sessions, and moving in the tree of one. */
export const sessionPerformers: Performers<SessionIntents> = {
  "sessions.new": (_, { go, set }) => {
    set({ draft: "" });
    go({ page: "chat", sessionKey: null });
  },
  "sessions.search": async ({ query }, tools) => {
    const { set, state } = tools;
    set({ sessions: { ...state().sessions, query, state: "loading" } });
    await loadSessions(tools, query);
  },
  "sessions.refresh": (_, tools) => loadSessions(tools, tools.state().sessions.query),
  "sessions.more": async (_, { client, state, set }) => {
    const { sessions } = state();
    if (sessions.items.length >= sessions.total) return;
    const asked = { limit: PAGE, offset: sessions.items.length, ...queryOf(sessions.query) };
    const more = await client().call("sessions.list", asked);
    set({ sessions: { ...sessions, items: [...sessions.items, ...more.sessions] } });
  },
  "sessions.rename": async ({ sessionKey, title }, tools) => {
    await tools.client().call("sessions.rename", { sessionKey, title });
    await loadSessions(tools, tools.state().sessions.query);
  },
  "sessions.delete": async ({ sessionKey }, tools) => {
    await tools.client().call("sessions.delete", { sessionKey });
    const { route, sessions } = tools.state();
    if (route.page === "chat" && route.sessionKey === sessionKey) {
      tools.go({ page: "chat", sessionKey: null });
    }
    await loadSessions(tools, sessions.query);
  },
  "sessions.ask": ({ what, session }, { set }) => set({ dialog: { type: what, session } }),
  "tree.refresh": (_, tools) => loadTree(tools),
  "tree.go": async ({ entryId }, tools) => {
    const { client, session, say } = tools;
    const sessionKey = await session();
    const moved = await client().call("sessions.navigate", { sessionKey, entryId });
    composeAgain(moved, tools);
    if (!moved.moved) say({ level: "info", text: moved.reason ?? "The branch ends here already." });
    await loadTree(tools);
  },
  "tree.fork": async ({ entryId }, { client, session, go, say }) => {
    const { sessionKey } = await client().call("sessions.fork", {
      sessionKey: await session(),
      entryId,
    });
    go({ page: "chat", sessionKey });
    say({ level: "info", text: "This is the copy; the session it came from stays as it is." });
  },
  "rewind.ask": async ({ entryId, title }, { client, session, set }) => {
    const to = { type: "entry", entryId } as const;
    const effect = await client().call("rewind.preview", { sessionKey: await session(), to });
    set({ dialog: { type: "rewind", rewind: { entryId, title, effect } } });
  },
  "rewind.apply": async ({ entryId, what }, tools) => {
    const { client, session, set, say } = tools;
    const to = { type: "entry", entryId } as const;
    // The preview with its conflicts was read before this was chosen.
    const asked = { sessionKey: await session(), to, what, confirmed: true };
    const done = await client().call("rewind.apply", asked);
    set({ dialog: null });
    composeAgain(done, tools);
    if (!done.done) say({ level: "warning", text: "Nothing was taken back." });
    await loadTree(tools);
  },
};

function queryOf(query: string): { readonly query?: string } {
  return query.trim() === "" ? {} : { query: query.trim() };
}

async function loadSessions({ client, state, set }: FaceTools, query: string): Promise<void> {
  const wanted = queryOf(query);
  const isLatest = (): boolean => state().sessions.query === query;
  try {
    const { sessions: items, total } = await client().call("sessions.list", {
      limit: PAGE,
      ...wanted,
    });
    if (!isLatest()) return;
    set({ sessions: { items, total, query, hits: [], state: "ready" } });
    if (wanted.query === undefined) return;
    const { hits } = await client().call("search", { query: wanted.query, limit: 12 });
    if (isLatest()) set({ sessions: { ...state().sessions, hits } });
  } catch (error) {
    if (isLatest()) set({ sessions: { ...state().sessions, state: failureOf(error) } });
  }
}
