import type { ApprovalNeeded, StopReason, Usage, UserFailure } from "@squire/protocol";

/** What every turn leaves behind, however it ended. */
export type TurnTotals = {
  readonly runId: string;
  /** The visible text of the last reply. */
  readonly text: string;
  readonly steps: number;
  readonly usage: Usage;
  /** Null when the price of a part is not known. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  readonly changedFiles: readonly string[];
  /** Calls that were denied because nobody was there to approve them (C8). */
  readonly approvalsNeeded: readonly ApprovalNeeded[];
};

export type TurnResult =
  | (TurnTotals & {
      readonly status: "finished";
      readonly reason: StopReason;
      readonly forcedSummary: boolean;
    })
  | (TurnTotals & { readonly status: "failed"; readonly failure: UserFailure })
  | (TurnTotals & { readonly status: "aborted"; readonly partialSaved: boolean });
