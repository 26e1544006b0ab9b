import type { TurnResult } from "@squire/agent";
import type { RunOutput, UserFailure } from "@squire/protocol";

/** The end of a turn as scripts read it (CLI-4). */
export function runOutputOf(
  result: TurnResult,
  sessionId: string | null,
  { aborted, reason }: AbortSignal,
): RunOutput {
  const { text, usage, costUsd, approvalsNeeded } = result;
  const base = {
    text,
    sessionId,
    usage,
    costUsd,
    citations: [],
    changedFiles: result.changedFiles.toSorted(),
    approvalsNeeded,
  };
  switch (result.status) {
    case "finished":
      return { ...base, stopReason: approvalsNeeded.length > 0 ? "approval" : result.reason };
    case "failed":
      return { ...base, stopReason: "error", error: result.failure };
    case "aborted":
      return aborted && reason === "timeout"
        ? { ...base, stopReason: "limit", error: TIMED_OUT }
        : { ...base, stopReason: "aborted" };
  }
}

const TIMED_OUT: UserFailure = {
  code: "limit",
  message: "The time limit of --timeout was reached.",
  advice: "Give it more time, or a smaller task.",
  retryable: true,
};
