import { z } from "zod";
import { approvalAnswerSchema, approvalScopeSchema } from "../approval.ts";
import { countSchema, idSchema } from "../basics.ts";
import { UserContentSchema } from "../content.ts";
import { deliverySchema } from "../entries/conversation.ts";
import { once } from "../once.ts";
import { answerShape } from "../question.ts";
import { historyItemSchema } from "../session-info.ts";
import { method } from "./method.ts";

/** Plain text, or blocks where there are images. */
export const chatContentSchema = once(() =>
  z.union([z.string().min(1), z.array(UserContentSchema).min(1).readonly()]),
);

/** `ok` is false when somebody else was faster; `answer` is the one that counts (PERM-10). */
const answered = () => ({ ok: z.boolean(), answer: approvalAnswerSchema() });

/** Talking to a session and answering what it asks. */
export const chatMethods = {
  "chat.send": method(
    () => ({
      sessionKey: idSchema(),
      message: chatContentSchema(),
      /** What happens when a turn is running; absent: as the settings say (LOOP-7). */
      delivery: deliverySchema().exactOptional(),
    }),
    () => ({ runId: idSchema(), queueId: idSchema().exactOptional() }),
  ),
  "chat.history": method(
    () => ({
      sessionKey: idSchema(),
      limit: z.number().int().min(1).max(1000).exactOptional(),
      /** How many of the newest to leave out. */
      offset: countSchema().exactOptional(),
    }),
    () => ({ messages: z.array(historyItemSchema()).readonly(), total: countSchema() }),
  ),
  "chat.abort": method(
    () => ({ runId: idSchema() }),
    () => ({ ok: z.boolean() }),
  ),
  "exec.approve": method(
    () => ({
      approvalId: idSchema(),
      /** Absent: once. */
      scope: approvalScopeSchema().exactOptional(),
    }),
    answered,
  ),
  "exec.deny": method(
    () => ({ approvalId: idSchema(), reason: z.string().exactOptional() }),
    answered,
  ),
  "question.answer": method(
    () => ({ questionId: idSchema(), ...answerShape() }),
    () => ({ ok: z.boolean() }),
  ),
  /** A slash command by its name without the slash. */
  "command.run": method(
    () => ({
      sessionKey: idSchema(),
      name: z.string().min(1),
      args: z.string().exactOptional(),
    }),
    () => ({
      /** What the command has to say. */
      text: z.string(),
      /** A custom command becomes a user message and starts a turn (CMD-4). */
      runId: idSchema().exactOptional(),
    }),
  ),
} as const;
