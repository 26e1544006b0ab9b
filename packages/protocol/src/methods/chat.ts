import { z } from "zod";
import { approvalAnswerSchema, approvalScopeSchema } from "../approval.ts";
import { countSchema, idSchema } from "../basics.ts";
import { UserContentSchema } from "../content.ts";
import { deliverySchema } from "../entries/conversation.ts";
import { once } from "../once.ts";
import { answerShape } from "../question.ts";
import { pickerSchema } from "../command-info.ts";
import { keptEventSchema } from "../events/restored.ts";
import { historyItemSchema } from "../session-info.ts";
import { method } from "./method.ts";

/** Plain text, or blocks where there are images. */
export const chatContentSchema = once(() =>
  z.union([z.string().min(1), z.array(UserContentSchema).min(1).readonly()]),
);

/** A message to be changed and sent again: its words, and the images that were attached to it. */
export const composeShape = () => ({
  compose: z.string().exactOptional(),
  composeImages: z.array(UserContentSchema).readonly().exactOptional(),
});

/** `ok` is false when somebody else was faster; `answer` is the one that counts (PERM-10). */
const answered = () => ({ ok: z.boolean(), answer: approvalAnswerSchema() });

/** Talking to a session and answering what it asks. */
export const chatMethods = {
  "chat.send": method(
    "Sends a message: starts a turn, or reaches the running one as `delivery` says. `@path` in it is expanded by the host (CMD-5).",
    () => ({
      sessionKey: idSchema(),
      message: chatContentSchema(),
      /** What happens when a turn is running; absent: as the settings say (LOOP-7). */
      delivery: deliverySchema().exactOptional(),
    }),
    () => ({ runId: idSchema(), queueId: idSchema().exactOptional() }),
  ),
  "chat.history": method(
    "Messages and outcomes of the branch in view, newest page last.",
    () => ({
      sessionKey: idSchema(),
      limit: z.number().int().min(1).max(1000).exactOptional(),
      /** How many of the newest to leave out. */
      offset: countSchema().exactOptional(),
    }),
    () => ({ messages: z.array(historyItemSchema()).readonly(), total: countSchema() }),
  ),
  "chat.abort": method(
    "Stops a running turn at once; the queue stays.",
    // By the turn, or by the session whatever its turn is.
    () => ({ runId: idSchema().exactOptional(), sessionKey: idSchema().exactOptional() }),
    () => ({ ok: z.boolean() }),
  ),
  "chat.retry": method(
    "Takes back the last user message and all that followed, and sends it again (LOOP-18).",
    () => ({ sessionKey: idSchema(), message: chatContentSchema().exactOptional() }),
    () => ({ runId: idSchema() }),
  ),
  "chat.replay": method(
    "Kept events of the branch in view before an entry: for reading further back than `session.restored`.",
    () => ({
      sessionKey: idSchema(),
      /** An `earlier` that was given before; absent: the newest. */
      before: idSchema().exactOptional(),
    }),
    () => ({
      events: z.array(keptEventSchema()).readonly(),
      /** Null: that was the beginning. */
      earlier: idSchema().nullable(),
    }),
  ),
  "exec.approve": method(
    "Says yes to what the gate asks. The first answer of any client counts.",
    () => ({
      approvalId: idSchema(),
      /** Absent: once. */
      scope: approvalScopeSchema().exactOptional(),
    }),
    answered,
  ),
  "exec.deny": method(
    "Says no to what the gate asks, with a reason for the model.",
    () => ({ approvalId: idSchema(), reason: z.string().exactOptional() }),
    answered,
  ),
  "question.answer": method(
    "Answers a question: a choice, free text, a plan, a checkpoint, a revision.",
    () => ({ questionId: idSchema(), ...answerShape() }),
    () => ({ ok: z.boolean() }),
  ),
  /** A slash command by its name without the slash. */
  "command.run": method(
    "Runs a slash command of the table in `commands.list`.",
    () => ({
      /** May be left out where the command needs none. */
      sessionKey: idSchema().exactOptional(),
      name: z.string().min(1),
      args: z.string().exactOptional(),
    }),
    () => ({
      /** What the command has to say; Markdown. */
      text: z.string(),
      /** It started a turn (CMD-4). */
      runId: idSchema().exactOptional(),
      /** Go on in this session. */
      sessionKey: idSchema().exactOptional(),
      /** The command needs a choice: show this list. */
      opens: pickerSchema().exactOptional(),
      /** Put this into the composer, to be changed and sent again. */
      ...composeShape(),
    }),
  ),
} as const;
