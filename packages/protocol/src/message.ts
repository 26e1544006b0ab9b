import { z } from "zod";
import { AssistantContentSchema, UserContentSchema } from "./content.ts";

/** Who really produced a reply: opaque blocks go back only to the same provider and wire. */
export const OriginSchema = z
  .object({ provider: z.string(), wire: z.string(), model: z.string() })
  .readonly();

export const UserMessageSchema = z
  .object({ role: z.literal("user"), content: z.array(UserContentSchema).readonly() })
  .readonly();

export const AssistantMessageSchema = z
  .object({
    role: z.literal("assistant"),
    content: z.array(AssistantContentSchema).readonly(),
    origin: OriginSchema,
  })
  .readonly();

/** The outcome of one call, as the model is shown it. */
export const OutcomeMessageSchema = z
  .object({
    role: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    content: z.array(UserContentSchema).readonly(),
    failed: z.boolean(),
  })
  .readonly();

export const MessageSchema = z.discriminatedUnion("role", [
  UserMessageSchema,
  AssistantMessageSchema,
  OutcomeMessageSchema,
]);

export type Origin = z.infer<typeof OriginSchema>;
export type UserMessage = z.infer<typeof UserMessageSchema>;
export type AssistantMessage = z.infer<typeof AssistantMessageSchema>;
export type OutcomeMessage = z.infer<typeof OutcomeMessageSchema>;
export type Message = z.infer<typeof MessageSchema>;
