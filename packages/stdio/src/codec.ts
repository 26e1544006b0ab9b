import type { AgentEvent, EventEnvelope, JsonlEvent, Question } from "@squire/protocol";
import { questionIn } from "@squire/protocol/values";

/** One event after the other in the words of PROT-4. The same events give the same lines. */
export type JsonlCodec = (envelope: Pick<EventEnvelope, "event">) => readonly JsonlEvent[];

/**
 * For the events of one turn. Exactly one terminal event ends it and nothing follows (PROT-2); from
 * the order to stop on there is only `aborted` (PROT-8). What a turn asks with its last breath comes before its
 * end, not behind it.
 */
export function jsonlCodec(): JsonlCodec {
  let isOver = false;
  let isStopping = false;
  let asked: Question | null = null;
  return ({ event }) => {
    if (isOver) return [];
    const end = endOf(event);
    if (end !== null) {
      isOver = true;
      if (isStopping) return [stopped(event)];
      const isAsking = event.type === "turn.finished" && event.reason === "question";
      return isAsking && asked !== null ? [{ type: "question", question: asked }, end] : [end];
    }
    if (event.type === "stop.ordered") isStopping = true;
    if (isStopping) return [];
    if (event.type === "tool.finished") asked = questionIn(event) ?? asked;
    const line = jsonlLine(event);
    return line === null ? [] : [line];
  };
}

/** Any event that does not end a turn; null: there is no line for it. */
export function jsonlLine(event: AgentEvent): JsonlEvent | null {
  switch (event.type) {
    case "text.delta":
      return { type: "content_delta", text: event.text };
    case "thinking.delta":
      return { type: "thinking_delta", text: event.text };
    case "tool.started": {
      const { name: tool, callId, summary: query, args } = event;
      return { type: "tool_call", tool, callId, query, args };
    }
    case "tool.updated": {
      const { name: tool, callId, message } = event;
      return { type: "tool_update", tool, callId, message };
    }
    case "tool.finished":
      return resultLine(event);
    case "approval.requested":
      return { type: "approval_request", request: event.request };
    case "question.asked":
      return { type: "question", question: event.question };
    case "phase.changed":
      return { type: "phase_status", phase: event.phase, status: event.status };
    case "progress.reported":
      return { type: "progress", percent: event.percent, message: event.message };
    case "usage.reported":
      return { type: "usage", model: event.model, usage: event.usage, costUsd: event.costUsd };
    case "warning.raised":
      return { type: "warning", code: event.code, message: event.message };
    case "status.changed":
      return { type: "status", text: event.text };
    default:
      return null;
  }
}

function resultLine(event: AgentEvent<"tool.finished">): JsonlEvent {
  const { name: tool, callId, summary, outcome, details } = event;
  return {
    type: "tool_result",
    tool,
    callId,
    success: !outcome.failed,
    summary,
    ...(details.artifactId === undefined ? {} : { artifactId: details.artifactId }),
    ...(outcome.failed ? { error: summary } : {}),
  };
}

function endOf(event: AgentEvent): JsonlEvent | null {
  switch (event.type) {
    case "turn.finished":
      return { type: "complete" };
    case "turn.aborted":
      return { type: "aborted", partialSaved: event.partialSaved };
    case "turn.failed": {
      const { code, message, advice } = event.failure;
      const more = advice === undefined ? {} : { advice };
      return { type: "error", message, recoverable: false, code, ...more };
    }
    default:
      return null;
  }
}

/** It ended by itself in the very moment: what it said is saved, and it was to be stopped. */
function stopped(event: AgentEvent): JsonlEvent {
  return { type: "aborted", partialSaved: event.type !== "turn.aborted" || event.partialSaved };
}
