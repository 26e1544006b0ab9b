import type { AgentEvent, Citation, JsonValue, ToolDetails } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";

type Plain = Exclude<AgentEvent, { readonly type: "session.restored" }>;

const ORIGIN = { provider: "mock", wire: "anthropic-messages", model: "m" } as const;

export function userSays(runId: string, text: string): readonly Plain[] {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return [
    { type: "turn.started", runId, mode: "code", model: "mock/m" },
    { type: "message.added", entryId: `${runId}-u`, runId, message, status: "complete" },
    { type: "step.started", runId, step: 1, model: "mock/m" },
  ];
}

/** A whole reply; `id` keeps replies of a turn apart. */
export function modelSays(runId: string, id: string, text: string, thinking = ""): Plain {
  const content = [
    ...(thinking === "" ? [] : [{ type: "thinking", text: thinking } as const]),
    { type: "text", text } as const,
  ];
  return {
    type: "message.added",
    entryId: `${runId}-${id}`,
    runId,
    message: { role: "assistant", content, origin: ORIGIN },
    status: "complete",
  };
}

export type MadeCall = {
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  readonly args?: JsonValue;
  readonly text?: string;
  readonly failed?: boolean;
  readonly details?: Partial<ToolDetails>;
};

export function callStarts(runId: string, { callId, name, summary, args = {} }: MadeCall): Plain {
  return { type: "tool.started", runId, callId, name, summary, effect: "execute", args };
}

export function callEnds(runId: string, call: MadeCall): Plain {
  const { callId, name, summary, text = "", failed = false, details = {} } = call;
  return {
    type: "tool.finished",
    runId,
    callId,
    name,
    summary,
    outcome: { role: "tool", callId, name, failed, content: [{ type: "text", text }] },
    details: { isError: failed, ending: "ran", truncated: false, durationMs: 38, ...details },
  };
}

export function turnEnds(runId: string): Plain {
  const usage = { ...NO_USAGE, input: 18_000, cacheRead: 17_200, output: 620 };
  return {
    type: "turn.finished",
    runId,
    reason: "stop",
    usage,
    costUsd: 0.004,
    durationMs: 12_400,
  };
}

export function cites(runId: string, citation: Citation): Plain {
  return { type: "citation.checked", runId, citation };
}
