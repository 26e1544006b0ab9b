import type { AgentEvent, JsonlEnvelope, JsonlEvent, RunOutput } from "@squire/protocol";
import { noteOf } from "./notes.ts";
import type { Output, OutputPorts } from "./output.ts";

/** Protocol events line by line, exactly one terminal event last (PROT-2, CLI-4). */
export function jsonlOutput({ stdout, now, requestId, sessionId }: OutputPorts): Output {
  let seq = 0;
  const send = (event: JsonlEvent): void => {
    const envelope: JsonlEnvelope = {
      sessionId: sessionId(),
      requestId,
      seq: ++seq,
      timestamp: now(),
      event,
    };
    stdout.write(`${JSON.stringify(envelope)}\n`);
  };
  return {
    event: (event) => {
      const line = lineOf(event);
      if (line !== null) send(line);
    },
    finish: (result) => send(terminalOf(result)),
  };
}

function lineOf(event: AgentEvent): JsonlEvent | null {
  switch (event.type) {
    case "text.delta":
      return { type: "content_delta", text: event.text };
    case "thinking.delta":
      return { type: "thinking_delta", text: event.text };
    case "tool.started": {
      const { name: tool, callId, summary: query, args } = event;
      return { type: "tool_call", tool, callId, query, args };
    }
    case "tool.updated":
      return {
        type: "tool_update",
        tool: event.name,
        callId: event.callId,
        message: event.message,
      };
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
    default: {
      const note = noteOf(event);
      return note === null ? null : { type: "status", text: note };
    }
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

function terminalOf(result: RunOutput): JsonlEvent {
  const { stopReason, error, sessionId } = result;
  if (stopReason === "aborted") return { type: "aborted", partialSaved: sessionId !== null };
  if (error === undefined) return { type: "complete", result };
  return {
    type: "error",
    message: error.message,
    recoverable: false,
    code: error.code,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  };
}
