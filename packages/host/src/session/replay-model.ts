import type { Agent } from "@squire/agent";
import type { Entry, ModelStream, TerminalEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";

/** The recorded reply as a stream; the user stops the turn where it was stopped then. */
export function replayedStream(
  reply: Entry<"message"> | undefined,
  agent: Agent,
  { goesOn }: { readonly goesOn: boolean },
): ModelStream {
  const end = endOf(reply);
  // A turn that went on behind it was not stopped: only this reply was.
  const stopped = end.type === "error" && end.failure.kind === "aborted" && !goesOn;
  return {
    result: () => Promise.resolve(end),
    async *[Symbol.asyncIterator]() {
      if (stopped) void agent.abort();
      yield end;
    },
  };
}

function endOf(reply: Entry<"message"> | undefined): TerminalEvent {
  if (reply?.message.role !== "assistant") return NO_REPLY;
  const { message, status, usage = NO_USAGE } = reply;
  if (status === "complete") {
    const called = message.content.some(({ type }) => type === "call");
    return { type: "finish", reason: reply.reason ?? (called ? "calls" : "stop"), message, usage };
  }
  const kind = status === "aborted" ? "aborted" : "protocol";
  const failure = reply.failure ?? { kind, message: "The reply failed.", retryable: false };
  return { type: "error", failure, partial: message.content.length > 0 ? message : null, usage };
}

const NO_REPLY: TerminalEvent = {
  type: "error",
  failure: { kind: "bad_request", message: "No reply is recorded.", retryable: false },
  partial: null,
  usage: NO_USAGE,
};
