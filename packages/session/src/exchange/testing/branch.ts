import type { Entry, EntryDraft } from "@squire/protocol";
import { stampEntry } from "../../log/stamp.ts";
import type { Head } from "../../log/stamp.ts";

export const T0 = Date.UTC(2030, 0, 2, 3, 4, 5);

/** Drafts as a log would have stamped them, a second apart: `e1`, `e2`, … */
export function branchOf(...drafts: readonly EntryDraft[]): readonly Entry[] {
  let head: Head = { h: "0".repeat(64), leafId: null };
  return drafts.map((draft, at) => {
    const stamped = stampEntry(draft, { id: `e${at + 1}`, ts: T0 + 1000 * at }, head);
    head = stamped.head;
    return stamped.entry;
  });
}

export const HASH_A = "a".repeat(64);
export const HASH_B = "b".repeat(64);

export type Reply = {
  readonly text?: string;
  readonly thinking?: string;
  readonly calls?: readonly (readonly [id: string, name: string, args: unknown])[];
  readonly status?: EntryDraft<"message">["status"];
};

export function user(text: string, runId?: string): EntryDraft<"message"> {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return {
    type: "message",
    message,
    status: "complete",
    ...(runId === undefined ? {} : { runId }),
  };
}

export function assistant({ text, thinking, calls = [], status = "complete" }: Reply) {
  const content = [
    ...(thinking === undefined ? [] : [{ type: "thinking", text: thinking } as const]),
    ...(text === undefined ? [] : [{ type: "text", text } as const]),
    ...calls.map(([id, name, args]) => {
      const argsText = typeof args === "string" ? args : JSON.stringify(args);
      return { type: "call", id, name, argsText } as const;
    }),
  ];
  const origin = { provider: "mock", wire: "test", model: "m1" };
  const message = { role: "assistant", content, origin } as const;
  return { type: "message", message, status } satisfies EntryDraft<"message">;
}

export function outcome(callId: string, name: string, text: string, failed = false) {
  return {
    type: "tool_result",
    outcome: { role: "tool", callId, name, content: [{ type: "text", text }], failed },
    details: { isError: failed, ending: "ran", truncated: false, durationMs: 12 },
  } as const satisfies EntryDraft<"tool_result">;
}

export function request(requestId: string, prefixHash = HASH_A): EntryDraft<"request_sent"> {
  const hash = "c".repeat(64);
  const body = { prefixHash, bodyHash: hash, bodyBytes: 100 };
  return { type: "request_sent", requestId, kind: "turn", model: "mock/m1", ...body };
}

export function paid(
  costUsd: number | null,
  more: Partial<EntryDraft<"usage">> = {},
): EntryDraft<"usage"> {
  const usage = {
    input: 1000,
    output: 100,
    cacheRead: 800,
    cacheWrite: 0,
    reasoning: null,
    total: 1100,
  };
  return { type: "usage", kind: "turn", model: "mock/m1", usage, costUsd, ...more };
}
