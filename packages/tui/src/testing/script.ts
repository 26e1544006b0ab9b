import type { AgentEvent, ApprovalRequest, Question } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";

const ORIGIN = { provider: "mock", wire: "test", model: "test-1" } as const;

/** Events of a turn, as a host would send them. */
export function turnStarted(text: string, runId = "r1"): readonly AgentEvent[] {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return [
    { type: "turn.started", runId, mode: "code", model: "mock/test-1" },
    { type: "message.added", entryId: `u-${runId}`, runId, message, status: "complete" },
    { type: "step.started", runId, step: 1, model: "mock/test-1" },
  ];
}

export function delta(text: string, runId = "r1"): AgentEvent {
  return { type: "text.delta", runId, block: 0, text };
}

/** The whole reply, as it is kept; calls come with it. */
export function reply(
  text: string,
  {
    runId = "r1",
    calls = [],
  }: { readonly runId?: string; readonly calls?: readonly string[] } = {},
): AgentEvent {
  const content = [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((id) => ({ type: "call", id, name: "bash", args: {}, argsText: "{}" }) as const),
  ];
  const message = { role: "assistant", content, origin: ORIGIN } as const;
  return {
    type: "message.added",
    entryId: `a-${runId}-${text.length}-${calls.join()}`,
    runId,
    message,
    status: "complete",
  };
}

export function toolStarted(callId: string, summary: string, runId = "r1"): AgentEvent {
  return {
    type: "tool.started",
    runId,
    callId,
    name: "bash",
    summary,
    effect: "execute",
    args: {},
  };
}

export function toolFinished(
  callId: string,
  options: {
    readonly text?: string;
    readonly failed?: boolean;
    readonly diff?: string;
    readonly runId?: string;
  } = {},
): AgentEvent {
  const { text = "ok", failed = false, diff, runId = "r1" } = options;
  const data = diff === undefined ? {} : { data: { diff } };
  return {
    type: "tool.finished",
    runId,
    callId,
    name: "bash",
    summary: failed ? "failed" : "3 lines",
    outcome: { role: "tool", callId, name: "bash", content: [{ type: "text", text }], failed },
    details: { isError: failed, ending: "ran", truncated: false, durationMs: 38, ...data },
  };
}

export function turnFinished(runId = "r1", durationMs = 1200): AgentEvent {
  return {
    type: "turn.finished",
    runId,
    reason: "stop",
    usage: NO_USAGE,
    costUsd: 0.004,
    durationMs,
  };
}

export function approval(over: Partial<ApprovalRequest> = {}, runId = "r1"): AgentEvent {
  const request: ApprovalRequest = {
    approvalId: "ap1",
    callId: "c1",
    toolName: "bash",
    summary: "git push origin HEAD",
    details: [
      { label: "command", text: "git push origin HEAD", format: "shell" },
      { label: "folder", text: "/home/u/acme", format: "plain" },
    ],
    risk: "high",
    reason: "rule ask bash(git push*) at config.toml:14",
    covers: "0".repeat(64),
    suggestedRule: "bash(git push origin HEAD)",
    ...over,
  };
  return { type: "approval.requested", runId, request };
}

export function question(over: Partial<Question> = {}, runId = "r1"): AgentEvent {
  const asked: Question = {
    questionId: "q1",
    kind: "choice",
    prompt: "Which way?",
    options: [
      { id: "left", title: "Left", summary: "the safe one" },
      { id: "right", title: "Right" },
    ],
    allowCustom: true,
    ...over,
  };
  return { type: "question.asked", runId, question: asked };
}
