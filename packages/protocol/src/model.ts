import { z } from "zod";
import { ModelFailureSchema } from "./failure.ts";
import { JsonObjectSchema } from "./json.ts";
import { AssistantMessageSchema, MessageSchema } from "./message.ts";
import { UsageSchema } from "./usage.ts";
import { THINKING_LEVELS } from "./word-lists.ts";

export const ThinkingLevelSchema = z.enum(THINKING_LEVELS);

/** A tool as the model is told about it; `parameters` is a JSON Schema object. */
export const ToolSpecSchema = z
  .object({ name: z.string().min(1), description: z.string(), parameters: JsonObjectSchema })
  .readonly();

export const ModelRequestSchema = z
  .object({
    /** The model's id as its vendor spells it. */
    model: z.string().min(1),
    system: z.string().exactOptional(),
    messages: z.array(MessageSchema).readonly(),
    tools: z.array(ToolSpecSchema).readonly(),
    temperature: z.number().exactOptional(),
    maxTokens: z.number().int().positive().exactOptional(),
    responseFormat: z.enum(["text", "json_object"]).exactOptional(),
    /** Absent = the model's own default; `off` asks for no reasoning. */
    thinking: ThinkingLevelSchema.exactOptional(),
    /** Stable per session: prompt-cache key where a vendor has one, and key affinity. */
    cacheKey: z.string().exactOptional(),
    cacheRetention: z.enum(["short", "long"]).exactOptional(),
  })
  .readonly();

export const FinishReasonSchema = z.enum(["stop", "length", "calls"]);

const block = z.number().int().nonnegative();

export const FinishEventSchema = z
  .object({
    type: z.literal("finish"),
    reason: FinishReasonSchema,
    message: AssistantMessageSchema,
    usage: UsageSchema,
  })
  .readonly();

export const ErrorEventSchema = z
  .object({
    type: z.literal("error"),
    failure: ModelFailureSchema,
    /** What had arrived before the failure, for the log; null when nothing had. */
    partial: AssistantMessageSchema.nullable(),
    usage: UsageSchema,
  })
  .readonly();

/**
 * What every vendor becomes. A stream yields exactly one terminal event (`finish` or `error`),
 * nothing after it, and never throws. `block` counts content blocks of the reply from 0; deltas of
 * two blocks may interleave. A call is complete at its `block.end`.
 */
export const ModelEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), model: z.string() }).readonly(),
  z.object({ type: z.literal("text.delta"), block, text: z.string() }).readonly(),
  z.object({ type: z.literal("thinking.delta"), block, text: z.string() }).readonly(),
  z
    .object({
      type: z.literal("call.delta"),
      block,
      id: z.string(),
      name: z.string(),
      /** The next piece of the raw argument text. */
      argsText: z.string(),
    })
    .readonly(),
  z.object({ type: z.literal("block.end"), block }).readonly(),
  z
    .object({
      type: z.literal("retry.started"),
      /** The attempt that comes next, counted from 1. */
      attempt: z.number().int(),
      waitMs: z.number(),
      failure: ModelFailureSchema,
    })
    .readonly(),
  z
    .object({ type: z.literal("retry.finished"), attempt: z.number().int(), ok: z.boolean() })
    .readonly(),
  z
    .object({
      type: z.literal("fallback.started"),
      from: z.string(),
      to: z.string(),
      failure: ModelFailureSchema,
    })
    .readonly(),
  z.object({ type: z.literal("warning"), code: z.string(), message: z.string() }).readonly(),
  FinishEventSchema,
  ErrorEventSchema,
]);

export type ThinkingLevel = z.infer<typeof ThinkingLevelSchema>;
export type ToolSpec = z.infer<typeof ToolSpecSchema>;
export type ModelRequest = z.infer<typeof ModelRequestSchema>;
export type FinishReason = z.infer<typeof FinishReasonSchema>;
export type FinishEvent = z.infer<typeof FinishEventSchema>;
export type ErrorEvent = z.infer<typeof ErrorEventSchema>;
export type TerminalEvent = FinishEvent | ErrorEvent;
export type ModelEvent = z.infer<typeof ModelEventSchema>;

export type ModelStream = AsyncIterable<ModelEvent> & {
  /** Resolves with the terminal event, whether or not anybody iterates. Never rejects. */
  result(): Promise<TerminalEvent>;
};

/** A model that can be asked. `id` is `provider/model`. */
export type Model = {
  readonly id: string;
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): ModelStream;
};
