import type { CallBlock, EntryDraft, Usage } from "@squire/protocol";

export const ORIGIN = { provider: "mock", wire: "test", model: "m" } as const;

const USAGE: Usage = {
  input: 100,
  output: 10,
  cacheRead: 60,
  cacheWrite: null,
  reasoning: null,
  total: 110,
};

export function said(text: string): EntryDraft<"message"> {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return { type: "message", message, status: "complete" };
}

export function call(id: string, name = "read", argsText = "{}"): CallBlock {
  return { type: "call", id, name, argsText };
}

export function replied(
  text: string,
  calls: readonly CallBlock[] = [],
  status: EntryDraft<"message">["status"] = "complete",
): EntryDraft<"message"> {
  const words = text === "" ? [] : [{ type: "text", text } as const];
  const message = { role: "assistant", content: [...words, ...calls], origin: ORIGIN } as const;
  return { type: "message", message, status };
}

export function resulted(callId: string, text = "done", name = "read"): EntryDraft<"tool_result"> {
  return {
    type: "tool_result",
    outcome: { role: "tool", callId, name, content: [{ type: "text", text }], failed: false },
    details: { isError: false, ending: "ran", truncated: false, durationMs: 1 },
  };
}

export function started(callId: string): EntryDraft<"tool_started"> {
  return {
    type: "tool_started",
    callId,
    name: "read",
    effect: "read",
    summary: "read a file",
    argsHash: "0".repeat(64),
    decision: { verdict: "allow", trail: [] },
  };
}

export function requested(model = "mock/m"): EntryDraft<"request_sent"> {
  return {
    type: "request_sent",
    requestId: "r1",
    kind: "turn",
    model,
    prefixHash: "0".repeat(64),
    bodyHash: "0".repeat(64),
    bodyBytes: 10,
  };
}

export function spent(model: string, costUsd: number | null = 0.5): EntryDraft<"usage"> {
  return { type: "usage", kind: "turn", model, usage: USAGE, costUsd };
}

export function ran(command: string, hidden = false): EntryDraft<"user_bash"> {
  return {
    type: "user_bash",
    command,
    cwd: "/project",
    output: "out",
    exitCode: 0,
    private: hidden,
    truncated: false,
    durationMs: 1,
  };
}

export function titled(title: string): EntryDraft<"title"> {
  return { type: "title", title, by: "user" };
}

export function compacted(firstKeptId: string, summary = "short"): EntryDraft<"compaction"> {
  return { type: "compaction", summary, firstKeptId, tokensBefore: 1000 };
}

export function pruned(entryId: string, text: string, callId?: string): EntryDraft<"prune"> {
  const target = callId === undefined ? { entryId } : { entryId, callId };
  return {
    type: "prune",
    cause: "prune",
    overlays: [{ ...target, text, tokensSaved: 10 }],
    tokensSaved: 10,
  };
}
