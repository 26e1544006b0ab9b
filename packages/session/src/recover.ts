import type { AssistantMessage, Entry, EntryDraft, ToolDetails } from "@squire/protocol";
import type { DraftText } from "./reply-draft.ts";
import type { BranchFacts } from "./tree/facts.ts";
import { lostOutcome } from "./tree/history.ts";
import type { OpenCall } from "./tree/open-step.ts";
import { NO_RESULT } from "./tree/templates.ts";

const NOT_RUN = "interrupted: the call was not run";

export type Recovery = {
  readonly closedCalls: number;
  /** The reply of a request was lost. */
  readonly abortedRequest: boolean;
};

/** What must be appended after a crash so that the branch ends as if it had been stopped (SES-14). */
export function recoveryOf(
  { step, state }: BranchFacts,
  draft: DraftText | null = null,
): readonly EntryDraft[] {
  const lost = step.map(lostResult);
  const { openRequest } = state;
  return openRequest === null
    ? lost
    : [...lost, abortedReply(openRequest, textFor(openRequest, draft))];
}

/** A call that had begun may have acted; one that had not did nothing. */
function lostResult(call: OpenCall): EntryDraft<"tool_result"> {
  const details: ToolDetails = {
    isError: true,
    ending: call.started ? "lost" : "interrupted",
    truncated: false,
    durationMs: 0,
  };
  const text = call.started ? `${NO_RESULT}; it may have taken effect` : NOT_RUN;
  return { type: "tool_result", outcome: lostOutcome(call, text), details };
}

/** What the reply to this request had said. */
function textFor({ runId, step }: Entry<"request_sent">, draft: DraftText | null): string {
  return draft !== null && draft.runId === runId && draft.step === step ? draft.text : "";
}

function abortedReply(request: Entry<"request_sent">, text: string): EntryDraft<"message"> {
  const slash = request.model.indexOf("/");
  const provider = request.model.slice(0, Math.max(0, slash));
  const model = request.model.slice(slash + 1);
  const message: AssistantMessage = {
    role: "assistant",
    content: text === "" ? [] : [{ type: "text", text }],
    origin: { provider, wire: "", model },
  };
  return {
    type: "message",
    message,
    status: "aborted",
    ...(request.runId === undefined ? {} : { runId: request.runId }),
    ...(request.step === undefined ? {} : { step: request.step }),
    failure: {
      kind: "aborted",
      message: "Squire ended before the reply was complete.",
      advice: "Send the message again, or go on with another one.",
      retryable: true,
    },
  };
}
