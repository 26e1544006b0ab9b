import type { SessionState, Workplace } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { modelKey } from "@squire/llm";
import type { Approvals } from "../approvals/approvals.ts";
import type { LiveSession } from "../session/live-session.ts";
import { jobsOf } from "./jobs-of.ts";
import type { Questions } from "./questions.ts";
import { waitingEdits } from "./standing.ts";

export type StateParts = {
  readonly session: OpenSession;
  readonly live: LiveSession;
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly clients: SessionState["clients"];
  readonly workplace: Workplace;
  readonly contextTokens: number;
  readonly spent: SessionState["spent"];
  readonly runId: string | null;
  readonly seq: number;
  readonly stream: string;
  readonly updatedAt: number;
};

/** A session as it stands, for a face that has just come. */
export function stateOf(parts: StateParts): SessionState {
  const { session, live, approvals, questions, clients, workplace, runId, seq, stream } = parts;
  const { header } = session;
  const state = session.state();
  const { agent, controls } = live;
  const { thinking } = agent.settings.request;
  const { spent } = parts;
  return {
    id: header.id,
    title: state.title,
    cwd: header.cwd,
    turns: state.turns,
    costUsd: spent.session.costUsd,
    createdAt: header.createdAt,
    updatedAt: parts.updatedAt,
    running: agent.running,
    ...(header.parentSession === undefined ? {} : { parentSession: header.parentSession }),
    mode: agent.settings.mode,
    trust: state.trust ?? live.trust,
    model: modelKey(controls.info),
    ...(thinking === undefined ? {} : { thinking }),
    seq,
    stream,
    runId,
    leafId: session.tree.leafId,
    workplace,
    context: { tokens: parts.contextTokens, window: controls.info.contextWindow },
    spent,
    plan: state.plan,
    todo: state.todo,
    queue: agent.queue,
    approvals: approvals.pending(),
    questions: questions.pending(),
    edits: waitingEdits(live),
    taint: live.workbench.taint(),
    jobs: jobsOf(live.workbench.jobs, header.id),
    clients,
  };
}
