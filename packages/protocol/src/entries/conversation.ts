import { z } from "zod";
import { countSchema, durationSchema, idSchema } from "../basics.ts";
import { UserContentSchema } from "../content.ts";
import { ModelFailureSchema } from "../failure.ts";
import { JsonValueSchema } from "../json.ts";
import { AssistantMessageSchema, OutcomeMessageSchema, UserMessageSchema } from "../message.ts";
import { FinishReasonSchema } from "../model.ts";
import { once } from "../once.ts";
import { toolDetailsSchema } from "../tool-details.ts";
import { UsageSchema } from "../usage.ts";
import { entry } from "./head.ts";

/** How a user message reaches a running turn (LOOP-7, EXT-6). */
export const deliverySchema = once(() => z.enum(["steer", "follow_up", "replace", "next_turn"]));

export const messageStatusSchema = once(() => z.enum(["complete", "aborted", "error"]));

/** What a user ran by hand: `!` and `!!`. A private one is not shown to the model. */
const ranShape = once(() => ({
  output: z.string(),
  /** Null when it was stopped before it ended. */
  exitCode: z.number().int().nullable(),
  private: z.boolean(),
  truncated: z.boolean(),
  artifactId: idSchema().exactOptional(),
  durationMs: durationSchema(),
}));

/** What was said and done, in the order the model sees it. */
export const conversationEntries = {
  /** A reply's origin is in the message; `usage` is the reply's. */
  message: once(() =>
    entry("message", {
      message: z.discriminatedUnion("role", [UserMessageSchema, AssistantMessageSchema]),
      status: messageStatusSchema(),
      runId: idSchema().exactOptional(),
      step: countSchema().exactOptional(),
      usage: UsageSchema.exactOptional(),
      reason: FinishReasonSchema.exactOptional(),
      failure: ModelFailureSchema.exactOptional(),
      /** The `queued` entry this message was sent from. */
      queueId: idSchema().exactOptional(),
      /** Squire wrote this user message itself: a reminder, a request to go on. */
      synthetic: z.boolean().exactOptional(),
      /** Written at a limit, without tools: edits found in it are never applied (LOOP-6). */
      forcedSummary: z.boolean().exactOptional(),
    }),
  ),
  tool_result: once(() =>
    entry("tool_result", {
      outcome: OutcomeMessageSchema,
      details: toolDetailsSchema(),
      runId: idSchema().exactOptional(),
    }),
  ),
  user_bash: once(() =>
    entry("user_bash", { command: z.string(), cwd: z.string(), ...ranShape() }),
  ),
  user_python: once(() => entry("user_python", { code: z.string(), ...ranShape() })),
  /** Facts that change often and so stay out of the prefix (LOOP-27). `topic` names them, e.g. `git`. */
  context: once(() => entry("context", { topic: z.string(), text: z.string() })),
  /** A user message that waits (SES-18). The same `queueId` again replaces it; null withdraws it. */
  queued: once(() =>
    entry("queued", {
      queueId: idSchema(),
      message: UserMessageSchema.nullable(),
      delivery: deliverySchema(),
    }),
  ),
  /** State of an extension; the model does not see it (EXT-13). */
  custom: once(() => entry("custom", { customType: z.string(), data: JsonValueSchema })),
  /** A message by an extension; the model sees it as a user's. */
  custom_message: once(() =>
    entry("custom_message", {
      customType: z.string(),
      content: z.array(UserContentSchema).readonly(),
      display: z.boolean(),
      details: JsonValueSchema.exactOptional(),
    }),
  ),
} as const;
