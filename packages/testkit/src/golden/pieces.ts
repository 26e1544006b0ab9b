import type { AgentEvent, ApprovalRequest, SessionState } from "@squire/protocol";

/** The parts that golden traces are made of. Nothing in them depends on time or chance. */

export const RUN = "run-1";
const ORIGIN = { provider: "mock", wire: "anthropic-messages", model: "m" } as const;
const USAGE = {
  input: 1200,
  output: 34,
  cacheRead: 1000,
  cacheWrite: null,
  reasoning: null,
  total: 1234,
} as const;
const NOTHING = { requests: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

export function begin(words: string, mode: "chat" | "plan" | "research" | "code"): AgentEvent[] {
  const message = { role: "user", content: [{ type: "text", text: words }] } as const;
  return [
    { type: "session.updated", title: null, running: true, updatedAt: 1_700_000_000_000 },
    { type: "turn.started", runId: RUN, mode, model: "mock/m" },
    { type: "message.added", entryId: "e1", runId: RUN, message, status: "complete" },
    { type: "step.started", runId: RUN, step: 1, model: "mock/m" },
  ];
}

export function words(...pieces: readonly string[]): AgentEvent[] {
  return pieces.map((text) => ({ type: "text.delta", runId: RUN, block: 0, text }));
}

export function replied(entryId: string, text: string): AgentEvent[] {
  const message = { role: "assistant", content: [{ type: "text", text }], origin: ORIGIN } as const;
  return [
    { type: "message.added", entryId, runId: RUN, message, status: "complete" },
    {
      type: "usage.reported",
      runId: RUN,
      kind: "turn",
      model: "mock/m",
      usage: USAGE,
      costUsd: 0.0042,
    },
    { type: "step.finished", runId: RUN, step: 1, reason: "stop", usage: USAGE },
  ];
}

export function finished(reason: "stop" | "question" = "stop"): AgentEvent[] {
  return [
    { type: "turn.finished", runId: RUN, reason, usage: USAGE, costUsd: 0.0042, durationMs: 1500 },
    { type: "session.updated", title: "A title", running: false, updatedAt: 1_700_000_001_500 },
  ];
}

export type Called = {
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly result: string;
  readonly effect?: "read" | "write" | "execute" | "network" | "ask";
  readonly failed?: boolean;
  readonly data?: Parameters<typeof JSON.stringify>[0];
  readonly artifactId?: string;
};

export function started({ callId, name, args, summary, effect = "read" }: Called): AgentEvent {
  return { type: "tool.started", runId: RUN, callId, name, summary, effect, args };
}

export function ended(called: Called): AgentEvent {
  const { callId, name, result, failed = false, data, artifactId } = called;
  return {
    type: "tool.finished",
    runId: RUN,
    callId,
    name,
    summary: result,
    outcome: { role: "tool", callId, name, content: [{ type: "text", text: result }], failed },
    details: {
      isError: failed,
      ending: failed ? "denied" : "ran",
      truncated: artifactId !== undefined,
      durationMs: 12,
      ...(artifactId === undefined ? {} : { artifactId }),
      // Plain JSON, written down below.
      ...(data === undefined ? {} : { data: data as string }),
    },
  };
}

export const APPROVAL: ApprovalRequest = {
  approvalId: "approval-1",
  callId: "call-1",
  toolName: "bash",
  summary: "run npm test",
  details: [{ label: "command", text: "npm test", format: "shell" }],
  risk: "med",
  reason: "It runs a program.",
  covers: "a".repeat(64),
  suggestedRule: "bash(npm test)",
};

/** A session that somebody comes back to while it waits for an answer. */
export const STATE: SessionState = {
  id: "session-1",
  title: "A title",
  cwd: "/work",
  turns: 1,
  costUsd: 0,
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_500,
  running: true,
  mode: "code",
  trust: "review",
  model: "mock/m",
  seq: 9,
  stream: "stream-1",
  runId: RUN,
  leafId: "e1",
  workplace: { cwd: "/work", branch: "main", trusted: true },
  context: { tokens: 1200, window: 100_000 },
  spent: { turn: NOTHING, session: NOTHING },
  plan: null,
  todo: [],
  queue: [],
  approvals: [APPROVAL],
  questions: [],
  edits: [],
  taint: { active: false, sources: [] },
  jobs: [],
  clients: [{ clientId: "tui", face: "tui", since: 1_700_000_000_000 }],
};
