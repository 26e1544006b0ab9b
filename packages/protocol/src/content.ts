import { z } from "zod";
import { JsonValueSchema } from "./json.ts";

/**
 * `opaque` is what a vendor needs back byte for byte to accept a block again (a signature, an
 * encrypted reasoning item). Nobody but the wire protocol that made it may look inside.
 */
const opaque = { opaque: JsonValueSchema.exactOptional() };

export const TextBlockSchema = z
  .object({ type: z.literal("text"), text: z.string(), ...opaque })
  .readonly();

export const ThinkingBlockSchema = z
  .object({ type: z.literal("thinking"), text: z.string(), ...opaque })
  .readonly();

/** `data` is base64 without a `data:` prefix. */
export const ImageBlockSchema = z
  .object({ type: z.literal("image"), mimeType: z.string(), data: z.string() })
  .readonly();

/** A tool request. `argsText` is the raw text the model wrote, valid JSON or not. */
export const CallBlockSchema = z
  .object({
    type: z.literal("call"),
    id: z.string(),
    name: z.string(),
    argsText: z.string(),
    ...opaque,
  })
  .readonly();

/** A part only its vendor understands (a search the vendor ran itself), kept to be replayed. */
export const VendorBlockSchema = z
  .object({ type: z.literal("vendor"), label: z.string(), opaque: JsonValueSchema })
  .readonly();

export const UserContentSchema = z.discriminatedUnion("type", [TextBlockSchema, ImageBlockSchema]);

export const AssistantContentSchema = z.discriminatedUnion("type", [
  TextBlockSchema,
  ThinkingBlockSchema,
  CallBlockSchema,
  VendorBlockSchema,
]);

export type TextBlock = z.infer<typeof TextBlockSchema>;
export type ThinkingBlock = z.infer<typeof ThinkingBlockSchema>;
export type ImageBlock = z.infer<typeof ImageBlockSchema>;
export type CallBlock = z.infer<typeof CallBlockSchema>;
export type VendorBlock = z.infer<typeof VendorBlockSchema>;
export type UserContent = z.infer<typeof UserContentSchema>;
export type AssistantContent = z.infer<typeof AssistantContentSchema>;
