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
      runId: idSchema().nullable(),
      plan: planSchema().nullable(),
      todo: z.array(todoItemSchema()).readonly(),
      queue: z.array(queueItemSchema()).readonly(),
      approvals: z.array(approvalRequestSchema()).readonly(),
      questions: z.array(questionSchema()).readonly(),
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
export type HistoryItem = Infer<typeof historyItemSchema>;
