import type {
  ApprovalAnswer,
  ApprovalRequest,
  Decision,
  Entry,
  ToolDetails,
} from "@squire/protocol";

/** Everything a log says about one call: what was decided, by whom, and how it ended (PERM-13). */
export type Why = {
  readonly callId: string;
  readonly name: string;
  readonly summary: string | null;
  /** Raw, as the model wrote them. */
  readonly argsText: string | null;
  readonly decision: Decision | null;
  readonly request: ApprovalRequest | null;
  readonly answer: ApprovalAnswer | null;
  /** When it began to run; null when it never did. */
  readonly startedAt: number | null;
  readonly sandbox: string | null;
  readonly ending: ToolDetails["ending"] | null;
  readonly exitCode: number | null;
};

const NOTHING: Omit<Why, "callId" | "name"> = {
  summary: null,
  argsText: null,
  decision: null,
  request: null,
  answer: null,
  startedAt: null,
  sandbox: null,
  ending: null,
  exitCode: null,
};

/** Collects it from entries in the order of the log; `why()` is null while none spoke of the call. */
export function whyOf(callId: string): { add(entry: Entry): void; why(): Why | null } {
  let why: Why | null = null;
  const add = (name: string, more: Partial<Why>): void => {
    why = { ...(why ?? { callId, name, ...NOTHING }), ...more };
  };
  return { add: (entry) => addEntry(entry, callId, add), why: () => why };
}

function addEntry(
  entry: Entry,
  callId: string,
  add: (name: string, more: Partial<Why>) => void,
): void {
  switch (entry.type) {
    case "message":
      if (entry.message.role !== "assistant") return;
      for (const block of entry.message.content) {
        if (block.type === "call" && block.id === callId) {
          add(block.name, { name: block.name, argsText: block.argsText });
        }
      }
      return;
    case "approval":
      return addApproval(entry, callId, add);
    case "tool_started": {
      if (entry.callId !== callId) return;
      const { name, summary, decision, sandbox = null, ts } = entry;
      return add(name, { name, summary, decision, sandbox, startedAt: ts });
    }
    case "tool_result": {
      if (entry.outcome.callId !== callId) return;
      const { ending, exitCode = null } = entry.details;
      return add(entry.outcome.name, { ending, exitCode });
    }
    default:
  }
}

function addApproval(
  entry: Entry<"approval">,
  callId: string,
  add: (name: string, more: Partial<Why>) => void,
): void {
  switch (entry.state) {
    case "asked": {
      if (entry.request.callId !== callId) return;
      const { toolName, summary } = entry.request;
      return add(toolName, { summary, request: entry.request, decision: entry.decision });
    }
    case "answered":
      return entry.callId === callId ? add("", { answer: entry.answer }) : undefined;
    case "denied":
      return entry.callId === callId
        ? add(entry.toolName, { name: entry.toolName, decision: entry.decision })
        : undefined;
  }
}
