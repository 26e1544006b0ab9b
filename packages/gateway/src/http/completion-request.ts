import { z } from "zod";

const textPart = z.object({ type: z.literal("text"), text: z.string() });
const imagePart = z.object({
  type: z.literal("image_url"),
  image_url: z.object({ url: z.string() }),
});

/** What we read of a request in the words of OpenAI; anything else in it is left alone. */
const completionRequestSchema = z.object({
  /** `squire`: the usual model; else a reference as `--model` takes it. */
  model: z.string().min(1).optional(),
  messages: z
    .array(
      z.object({
        role: z.enum(["system", "developer", "user", "assistant", "tool"]),
        content: z.union([z.string(), z.array(z.union([textPart, imagePart]))]).nullish(),
      }),
    )
    .min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  /** Ours: goes on with a session that is kept, by its id or name; only the last message is sent. */
  session: z.string().min(1).optional(),
});

export type CompletionRequest = z.infer<typeof completionRequestSchema>;

export type ReadRequest =
  | { readonly ok: true; readonly request: CompletionRequest }
  | { readonly ok: false; readonly message: string };

/** Never throws. */
export function readCompletionRequest(value: unknown): ReadRequest {
  const parsed = completionRequestSchema.safeParse(value);
  if (parsed.success) return { ok: true, request: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") ?? "";
  return { ok: false, message: `The request does not fit: ${where}: ${issue?.message ?? ""}` };
}
