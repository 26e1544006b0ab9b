import { ItemList } from "./item-list.ts";
import type { View } from "./view.ts";

/** A session of which nothing is known yet. */
export function emptyView(sessionId: string): View {
  return {
    sessionId,
    seq: 0,
    stream: null,
    epoch: 0,
    restored: null,
    items: ItemList.empty(),
    live: [],
    earlier: null,
    status: "idle",
    activity: null,
    title: null,
    mode: "code",
    trust: "review",
    model: "",
    thinking: null,
    workplace: { cwd: "", branch: null, trusted: false },
    queue: [],
    approvals: [],
    questions: [],
    todos: [],
    plan: null,
    edits: [],
    taint: { active: false, sources: [] },
    jobs: [],
    agents: [],
    phase: null,
    context: { tokens: 0, window: 0 },
    spending: { turnUsd: 0, sessionUsd: 0, cacheShare: null, input: 0, cacheRead: 0 },
    clients: [],
    inner: { replies: 0, stopping: false },
  };
}
