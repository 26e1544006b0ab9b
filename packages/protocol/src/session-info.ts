import { z } from "zod";
import { approvalRequestSchema } from "./approval.ts";
import { costSchema, countSchema, idSchema, timeSchema } from "./basics.ts";
import { messageStatusSchema } from "./entries/conversation.ts";
import { jobSchema, presenceClientSchema, queueItemSchema } from "./events/session.ts";
import { MessageSchema } from "./message.ts";
import { ModeSchema, TrustSchema } from "./mode.ts";
import { ThinkingLevelSchema } from "./model.ts";
import { once, type Infer } from "./once.ts";
import { planSchema, todoItemSchema } from "./plan.ts";
import { questionSchema } from "./question.ts";
import { taintSchema } from "./taint.ts";
import { usageTotalSchema } from "./usage-total.ts";
import { waitingEditSchema } from "./waiting-edit.ts";

const summaryShape = once(() => ({
  id: idSchema(),
  title: z.string().nullable(),
  cwd: z.string(),
  turns: countSchema(),
  costUsd: costSchema(),
  createdAt: timeSchema(),
  updatedAt: timeSchema(),
  running: z.boolean(),
}));

/** A session as a list shows it. */
export const sessionSummarySchema = once(() => z.object(summaryShape()).readonly());

/** How full the model's window is (USE-7). */
export const contextGaugeSchema = once(() =>
  z
    .object({
      /** Of the last request, as the vendor counted it; an estimate before the first. */
      tokens: countSchema(),
      /** 0 = unknown. */
      window: countSchema(),
    })
    .readonly(),
);

/** Where a session works. */
export const workplaceSchema = once(() =>
  z
    .object({
      cwd: z.string(),
      /** The branch that is checked out there; null without a repository. */
      branch: z.string().nullable(),
      /** Whether the user trusts the folder with its present contents (PERM-17). */
      trusted: z.boolean(),
    })
    .readonly(),
);

/** Everything a face needs to draw a session it has just attached to, besides the history. */
export const sessionStateSchema = once(() =>
  z
    .object({
      ...summaryShape(),
      parentSession: idSchema().exactOptional(),
      mode: ModeSchema,
      trust: TrustSchema,
      /** `provider/model`. */
      model: z.string(),
      thinking: ThinkingLevelSchema.exactOptional(),
      /** The number of the last event that this state includes; 0 before the first. */
      seq: countSchema(),
      /** What `seq` counts in: another one with every opening of the session. */
      stream: idSchema(),
      /** The turn that runs now. */
      runId: idSchema().nullable(),
      /** The end of the branch in view. */
      leafId: idSchema().nullable(),
      workplace: workplaceSchema(),
      context: contextGaugeSchema(),
      spent: z.object({ turn: usageTotalSchema(), session: usageTotalSchema() }).readonly(),
      plan: planSchema().nullable(),
      todo: z.array(todoItemSchema()).readonly(),
      queue: z.array(queueItemSchema()).readonly(),
      approvals: z.array(approvalRequestSchema()).readonly(),
      questions: z.array(questionSchema()).readonly(),
      /** Edits in words that wait, the oldest first. */
      edits: z.array(waitingEditSchema()).readonly(),
      taint: taintSchema(),
      jobs: z.array(jobSchema()).readonly(),
      clients: z.array(presenceClientSchema()).readonly(),
    })
    .readonly(),
);

/** A message or an outcome of the branch in view. */
export const historyItemSchema = once(() =>
  z
    .object({
      entryId: idSchema(),
      ts: timeSchema(),
      status: messageStatusSchema(),
      message: MessageSchema,
    })
    .readonly(),
);

export type SessionSummary = Infer<typeof sessionSummarySchema>;
export type SessionState = Infer<typeof sessionStateSchema>;
export type ContextGauge = Infer<typeof contextGaugeSchema>;
export type Workplace = Infer<typeof workplaceSchema>;
export type HistoryItem = Infer<typeof historyItemSchema>;
