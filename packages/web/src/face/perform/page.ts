import { itemsOf } from "@squire/client";
import type { FaceTools, Performers } from "../tools.ts";
import { loadTree } from "./load-tree.ts";

type PageIntents =
  | "sign-in"
  | "sign-out"
  | "hurry"
  | "go"
  | "dialog"
  | "toggle"
  | "mark"
  | "older"
  | "panel"
  | "drawer"
  | "room"
  | "citation"
  | "theme"
  | "copy"
  | "draft"
  | "dismiss";

/** What only concerns this page. */
export const pagePerformers: Performers<PageIntents> = {
  "sign-in": ({ token }, { sign }) => sign({ token: token.trim() }),
  "sign-out": (_, { sign }) => sign(null),
  hurry: (_, { hurry }) => hurry(),
  go: ({ route }, { go }) => go(route),
  dialog: ({ dialog }, { set, state, ports }) => {
    const before = state().dialog;
    if (before?.type === "artifact" && before.artifact.address !== null) {
      ports.dropAddress(before.artifact.address);
    }
    set({ dialog });
  },
  toggle: ({ id }, { state, set }) => {
    const opened = new Set(state().opened);
    if (!opened.delete(id)) opened.add(id);
    set({ opened });
  },
  mark: ({ id }, { set }) => set({ marked: id }),
  older: loadOlder,
  panel: async ({ tab }, tools) => {
    tools.set({ panel: tab, putAway: null });
    await loadTree(tools);
  },
  drawer: ({ open }, { set }) => set({ drawer: open }),
  room: async ({ room }, tools) => {
    const { state, set } = tools;
    const { panel, putAway } = state();
    // What lay beside the talk must not lie upon it.
    if (room !== "three") set({ panel: null, putAway: panel ?? putAway, drawer: false });
    else set({ panel: panel ?? putAway, putAway: null, drawer: false });
    if (panel === null) await loadTree(tools);
  },
  citation: ({ runId, n }, { set }) => set({ citation: { runId, n }, panel: "sources" }),
  theme: ({ theme }, { set, ports }) => {
    ports.setTheme(theme);
    set({ theme });
  },
  copy: async ({ text }, { ports, say }) => {
    await ports.copy(text);
    say({ level: "info", text: "Copied." });
  },
  draft: ({ text }, { set }) => set({ draft: text }),
  dismiss: ({ id }, { state, set }) => {
    set({ notices: state().notices.filter((notice) => notice.id !== id) });
  },
};

/** Reads a page of what came before the first item. */
async function loadOlder(_: unknown, { client, state, set }: FaceTools): Promise<void> {
  const { view, older } = state();
  const before = older.earlier === undefined ? (view?.earlier ?? null) : older.earlier;
  if (view === null || before === null || older.loading) return;
  set({ older: { ...older, loading: true } });
  try {
    const { sessionId, epoch } = view;
    const page = await client().call("chat.replay", { sessionKey: sessionId, before });
    if (state().view?.epoch !== epoch || state().view?.sessionId !== sessionId) return;
    const items = [...itemsOf(sessionId, page.events), ...older.items];
    set({ older: { items, earlier: page.earlier, loading: false } });
  } catch (error) {
    set({ older: { ...older, loading: false } });
    throw error;
  }
}
