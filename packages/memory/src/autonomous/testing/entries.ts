import type { Entry, EntryDraft } from "@squire/protocol";
import { userText } from "@squire/protocol/values";

let count = 0;

/** An entry as a log has it. */
export function entry(draft: EntryDraft): Entry {
  const place = { id: `e${++count}`, parentId: null, ts: count, prev: "", h: "" };
  return { ...draft, ...place };
}

export function said(text: string): Entry {
  return entry({ type: "message", message: userText(text), status: "complete" });
}

export function replied(text: string, tool?: string): Entry {
  const origin = { provider: "p", wire: "", model: "m" };
  const call =
    tool === undefined
      ? []
      : [{ type: "call", id: `c${count}`, name: tool, argsText: "{}" } as const];
  const content = [...(text === "" ? [] : [{ type: "text", text } as const]), ...call];
  return entry({
    type: "message",
    message: { role: "assistant", content, origin },
    status: "complete",
  });
}

export function outcome(name: string, text: string, untrusted = false): Entry {
  return entry({
    type: "tool_result",
    outcome: { role: "tool", callId: "c", name, content: [{ type: "text", text }], failed: false },
    details: { isError: false, ending: "ran", truncated: false, durationMs: 1, untrusted },
  });
}
