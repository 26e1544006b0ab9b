import type { FaceTools, Performers } from "../tools.ts";
import { composeAgain } from "./compose-again.ts";
import { loadMoreSessions, loadSessions } from "./load-sessions.ts";
import { loadTree } from "./load-tree.ts";

const PAGE = 60;
/** As many as the host gives at once. */
const MOST = 1000;

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
    set({ sessions: { ...state().sessions, query, state: "loading", more: false } });
    await loadSessions(tools, PAGE);
  },
  "sessions.refresh": (_, tools) => refreshSessions(tools),
  "sessions.more": (_, tools) => loadMoreSessions(tools, PAGE),
  "sessions.rename": async ({ sessionKey, title }, tools) => {
    await tools.client().call("sessions.rename", { sessionKey, title });
    await refreshSessions(tools);
  },
  "sessions.delete": async ({ sessionKey }, tools) => {
    await tools.client().call("sessions.delete", { sessionKey });
    const { route } = tools.state();
    if (route.page === "chat" && route.sessionKey === sessionKey) {
      tools.go({ page: "chat", sessionKey: null });
    }
    await refreshSessions(tools);
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

/** The same list again, as far as somebody has scrolled. */
function refreshSessions(tools: FaceTools): Promise<void> {
  const loaded = tools.state().sessions.items.length;
  return loadSessions(tools, Math.min(MOST, Math.max(PAGE, loaded)));
}
