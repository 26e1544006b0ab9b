import type { AgentEvent, EventEnvelope, Usage } from "@squire/protocol";
import type { Push } from "@squire/protocol/wire";

/** One event after the other in the words of GW-7. The same events give the same pushes. */
export type PushCodec = (envelope: EventEnvelope) => readonly Push[];

type Body = { [E in Push["event"]]: Pick<Push<E>, "event" | "data"> }[Push["event"]];

type Tokens = Push<"chat.final">["data"]["usage"];

const NO_TOKENS: Tokens = { inputTokens: null, outputTokens: null };

/** Remembers only what a turn has used so far: an end by force does not say it. */
export function pushCodec(): PushCodec {
  let used: Tokens = NO_TOKENS;
  return ({ sessionId, seq, at, event }) => {
    if (event.type === "turn.started") used = NO_TOKENS;
    if (event.type === "usage.reported") used = addUsage(used, event.usage);
    const bodies = event.type === "turn.aborted" ? [aborted(event, used)] : bodiesOf(event);
    return bodies.map((body): Push => ({ ...body, sessionKey: sessionId, seq, at }));
  };
}

function bodiesOf(event: AgentEvent): readonly Body[] {
  switch (event.type) {
    case "text.delta":
      return [{ event: "chat.delta", data: { runId: event.runId, text: event.text } }];
    case "thinking.delta":
      return [{ event: "chat.thinking", data: { runId: event.runId, text: event.text } }];
    case "turn.finished":
      return [finished(event)];
    case "turn.failed": {
      const { runId, failure } = event;
      return [{ event: "chat.error", data: { runId, message: failure.message, failure } }];
    }
    case "tool.started": {
      const { runId, callId, name: tool, summary, args } = event;
      return [{ event: "tool.start", data: { runId, callId, tool, summary, args } }];
    }
    case "tool.updated": {
      const { runId, callId, name: tool, message } = event;
      return [{ event: "tool.progress", data: { runId, callId, tool, message } }];
    }
    case "progress.reported": {
      const { runId, message } = event;
      return [{ event: "tool.progress", data: { runId, tool: "", message } }];
    }
    case "tool.finished":
      return [toolResult(event)];
    case "approval.requested":
      return [{ event: "exec.approval_request", data: event.request }];
    case "approval.answered": {
      const { approvalId, answer } = event;
      return [{ event: "exec.approval_answered", data: { approvalId, answer } }];
    }
    case "question.asked":
      return [{ event: "question", data: event.question }];
    default:
      return updatesOf(event);
  }
}

/** What a session is, besides what happens in it. */
function updatesOf(event: AgentEvent): readonly Body[] {
  const updated = (data: Push<"session.updated">["data"]): readonly Body[] => [
    { event: "session.updated", data },
  ];
  switch (event.type) {
    case "session.updated": {
      const { title, running, updatedAt } = event;
      return updated({ title, running, updatedAt });
    }
    case "title.changed":
      return updated({ title: event.title });
    case "mode.changed":
      return updated({ mode: event.mode });
    case "trust.changed":
      return updated({ trust: event.trust });
    case "model.changed":
      return updated({ model: event.model });
    case "phase.changed":
      return updated({ phase: event.phase, phaseStatus: event.status });
    case "presence.changed":
      return [{ event: "presence", data: { clients: event.clients } }];
    case "session.restored":
      return restored(event);
    default:
      return [];
  }
}

/** Who comes late sees how things stand, and what waits for an answer. */
function restored({ state }: AgentEvent<"session.restored">): readonly Body[] {
  const { title, running, updatedAt, mode, trust, model } = state;
  return [
    { event: "session.updated", data: { title, running, updatedAt, mode, trust, model } },
    ...state.approvals.map((data): Body => ({ event: "exec.approval_request", data })),
    ...state.questions.map((data): Body => ({ event: "question", data })),
  ];
}

function finished(event: AgentEvent<"turn.finished">): Body {
  const { runId, usage, costUsd, reason: stopReason } = event;
  const data = { runId, usage: addUsage(NO_TOKENS, usage), costUsd, stopReason };
  return { event: "chat.final", data };
}

function aborted({ runId }: AgentEvent<"turn.aborted">, usage: Tokens): Body {
  return { event: "chat.final", data: { runId, usage, stopReason: "aborted", aborted: true } };
}

function toolResult(event: AgentEvent<"tool.finished">): Body {
  const { runId, callId, name: tool, summary, outcome, details } = event;
  const { artifactId } = details;
  return {
    event: "tool.result",
    data: {
      runId,
      callId,
      tool,
      success: !outcome.failed,
      summary,
      ...(artifactId === undefined ? {} : { artifactId }),
      ...(outcome.failed ? { error: summary } : {}),
    },
  };
}

/** What no vendor has reported stays unknown. */
function addUsage(before: Tokens, { input, output }: Usage): Tokens {
  const { inputTokens, outputTokens } = before;
  return {
    inputTokens: input === null ? inputTokens : (inputTokens ?? 0) + input,
    outputTokens: output === null ? outputTokens : (outputTokens ?? 0) + output,
  };
}
