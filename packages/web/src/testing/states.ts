import type { SessionState, UsageTotal } from "@squire/protocol";

export const NOTHING: UsageTotal = {
  requests: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: 0,
};

/** A session of which nothing has happened. */
export function freshState(change: Partial<SessionState> = {}): SessionState {
  return {
    id: "s1",
    stream: "st1",
    title: "honour Retry-After",
    cwd: "/home/ada/acme",
    turns: 2,
    costUsd: 0.031,
    createdAt: Date.now() - 7_200_000,
    updatedAt: Date.now() - 60_000,
    running: false,
    mode: "code",
    trust: "review",
    model: "deepseek/v4-flash",
    seq: 0,
    runId: null,
    leafId: null,
    workplace: { cwd: "/home/ada/acme", branch: "main", trusted: true },
    context: { tokens: 23_400, window: 128_000 },
    spent: {
      turn: { ...NOTHING, costUsd: 0.004 },
      session: { ...NOTHING, input: 200_000, cacheRead: 194_000, costUsd: 0.031 },
    },
    plan: null,
    todo: [],
    queue: [],
    approvals: [],
    questions: [],
    edits: [],
    taint: { active: false, sources: [] },
    jobs: [],
    clients: [{ clientId: "web", face: "web", since: 0 }],
    ...change,
  };
}
