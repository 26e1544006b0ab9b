import { z } from "zod";
import { costSchema, idSchema } from "./basics.ts";
import { checkWhole, type Checked } from "./check.ts";
import { citationSchema } from "./citation.ts";
import { once, type Infer } from "./once.ts";
import { stopReasonSchema } from "./stop-reason.ts";
import { UsageSchema } from "./usage.ts";
import { userFailureSchema } from "./user-failure.ts";

/** A call that was denied because nobody was there to approve it (C8). */
const approvalNeededSchema = once(() =>
  z
    .object({
      callId: idSchema(),
      toolName: z.string(),
      summary: z.string(),
      suggestedRule: z.string().exactOptional(),
    })
    .readonly(),
);

/** What `squire run --output json` prints (CLI-4). */
export const runOutputSchema = once(() =>
  z
    .object({
      text: z.string(),
      /** Null with `--no-session`. */
      sessionId: idSchema().nullable(),
      usage: UsageSchema,
      costUsd: costSchema(),
      stopReason: stopReasonSchema(),
      citations: z.array(citationSchema()).readonly(),
      /** Relative to the workspace, sorted. */
      changedFiles: z.array(z.string()).readonly(),
      approvalsNeeded: z.array(approvalNeededSchema()).readonly(),
      /** With the stop reason `error`. */
      error: userFailureSchema().exactOptional(),
    })
    .readonly(),
);

export type ApprovalNeeded = Infer<typeof approvalNeededSchema>;
export type RunOutput = Infer<typeof runOutputSchema>;

/** The output of a run, as a script that started one reads it. Never throws. */
export function parseRunOutput(value: unknown): Checked<RunOutput> {
  return checkWhole(runOutputSchema(), value);
}
