import type { AgentEvent, EventEnvelope } from "@squire/protocol";
import {
  APPROVAL,
  begin,
  ended,
  finished,
  replied,
  RUN,
  started,
  STATE,
  words,
  type Called,
} from "./pieces.ts";

const READ: Called = {
  callId: "call-1",
  name: "read",
  args: { path: "src/app.ts" },
  summary: "read src/app.ts",
  result: "12 lines",
};
const SEARCH: Called = {
  callId: "call-1",
  name: "web_search",
  args: { query: "prefix caching" },
  summary: "search prefix caching",
  result: "8 results",
  effect: "network",
  artifactId: "artifact-1",
};
const TEST: Called = {
  callId: "call-1",
  name: "bash",
  args: { command: "npm test" },
  summary: "run npm test",
  result: "exit 0",
  effect: "execute",
};
const PLAN = {
  markdown: "1. Look\n2. Change",
  steps: [
    { id: "1", title: "Look", action: "read the file", done: false },
    { id: "2", title: "Change", action: "edit the file", done: false },
  ],
};
const QUESTION = {
  questionId: "call-1",
  kind: "plan",
  prompt: "Shall it be done so?",
  options: [
    { id: "cancel", title: "Cancel" },
    { id: "approve", title: "Approve" },
  ],
  allowCustom: true,
  plan: PLAN,
  callId: "call-1",
} as const;
const SUBMIT: Called = {
  callId: "call-1",
  name: "submit_plan",
  args: { plan: PLAN.markdown },
  summary: "submit a plan",
  result: "2 steps",
  effect: "ask",
  data: QUESTION,
};

const FLOWS: { readonly [flow: string]: readonly AgentEvent[] } = {
  chat_request: [
    ...begin("What does it do?", "code"),
    { type: "thinking.delta", runId: RUN, block: 0, text: "I should look." },
    started(READ),
    { type: "tool.updated", runId: RUN, callId: "call-1", name: "read", message: "half of it" },
    ended(READ),
    ...words("It adds ", "two numbers."),
    { type: "status.changed", text: "saving" },
    ...replied("e2", "It adds two numbers."),
    { type: "warning.raised", runId: RUN, code: "slow", message: "That took long." },
    ...finished(),
  ],
  research_flow: [
    ...begin("What is prefix caching?", "research"),
    { type: "phase.changed", runId: RUN, phase: "planning", status: "working" },
    { type: "phase.changed", runId: RUN, phase: "planning", status: "complete" },
    { type: "phase.changed", runId: RUN, phase: "researching", status: "working" },
    started(SEARCH),
    { type: "progress.reported", runId: RUN, percent: 40, message: "2 of 5 pages" },
    ended(SEARCH),
    { type: "phase.changed", runId: RUN, phase: "researching", status: "complete" },
    { type: "phase.changed", runId: RUN, phase: "synthesizing", status: "working" },
    ...words("It keeps the beginning [1]."),
    {
      type: "citation.checked",
      runId: RUN,
      citation: {
        n: 1,
        quote: "keeps the beginning",
        source: "https://example.net/cache",
        start: 10,
        end: 29,
        status: "verified",
      },
    },
    ...replied("e2", "It keeps the beginning [1]."),
    { type: "phase.changed", runId: RUN, phase: "synthesizing", status: "complete" },
    ...finished(),
  ],
  abort_flow: [
    ...begin("Run the tests", "code"),
    ...words("I begin"),
    started(TEST),
    { type: "stop.ordered", runId: RUN, by: "tui" },
    { type: "text.delta", runId: RUN, block: 0, text: " and this comes too late" },
    ended({ ...TEST, failed: true, result: "stopped" }),
    { type: "turn.aborted", runId: RUN, partialSaved: true },
    { type: "session.updated", title: null, running: false, updatedAt: 1_700_000_001_500 },
  ],
  approval_flow: [
    ...begin("Run the tests", "code"),
    { type: "approval.requested", runId: RUN, request: APPROVAL },
    {
      type: "approval.answered",
      runId: RUN,
      approvalId: "approval-1",
      callId: "call-1",
      answer: { verdict: "approve", scope: "once", by: "web-1" },
    },
    started(TEST),
    ended(TEST),
    ...words("They pass."),
    ...replied("e2", "They pass."),
    ...finished(),
  ],
  plan_flow: [
    ...begin("Change it", "plan"),
    started(SUBMIT),
    ended(SUBMIT),
    { type: "plan.changed", change: "submitted", plan: PLAN },
    ...finished("question").slice(0, 1),
    { type: "question.asked", runId: RUN, question: QUESTION },
    ...finished("question").slice(1),
  ],
  resume_attach: [
    {
      type: "session.restored",
      reason: "behind",
      state: STATE,
      events: [],
      earlier: null,
    },
    {
      type: "presence.changed",
      clients: [...STATE.clients, { clientId: "web-1", face: "web", since: 1_700_000_000_600 }],
    },
    {
      type: "approval.answered",
      runId: RUN,
      approvalId: "approval-1",
      callId: "call-1",
      answer: { verdict: "deny", reason: "not now", by: "web-1" },
    },
    ended({ ...TEST, failed: true, result: "Denied: not now" }),
    {
      type: "turn.failed",
      runId: RUN,
      failure: {
        code: "auth",
        message: "The key was refused.",
        advice: "Run squire setup.",
        retryable: false,
      },
    },
  ],
};

/** Sessions as the host tells them, the same for every codec (PROT-9). */
export const GOLDEN_TRACES: ReadonlyMap<string, readonly EventEnvelope[]> = new Map(
  Object.entries(FLOWS).map(([flow, events]) => [flow, enveloped(events)]),
);

function enveloped(events: readonly AgentEvent[]): readonly EventEnvelope[] {
  const first = events[0]?.type === "session.restored" ? STATE.seq : 1;
  return events.map((event, index) => ({
    sessionId: "session-1",
    seq: first + index,
    at: 1_700_000_000_000 + index * 10,
    event,
  }));
}
