import { z } from "zod";
import { idSchema, timeSchema } from "./basics.ts";
import { once, type Infer } from "./once.ts";
import { planSchema } from "./plan.ts";

const optionSchema = once(() =>
  z.object({ id: idSchema(), title: z.string(), summary: z.string().exactOptional() }).readonly(),
);

/**
 * Something the user must answer that is not an approval: a choice, free text, a plan, a
 * checkpoint, a revision, an extension's confirmation. Every kind is drawn from the same fields.
 */
export const questionSchema = once(() =>
  z
    .object({
      questionId: idSchema(),
      kind: z.enum(["choice", "text", "plan", "checkpoint", "revision", "confirm"]),
      prompt: z.string(),
      /** Empty for free text. The first one is the safest. */
      options: z.array(optionSchema()).readonly(),
      /** Free text is accepted besides or instead of an option. */
      allowCustom: z.boolean(),
      plan: planSchema().exactOptional(),
      callId: idSchema().exactOptional(),
      expiresAt: timeSchema().exactOptional(),
    })
    .readonly(),
);

/** An option, a text, or both; neither means that there is no answer. */
export const answerShape = once(() => ({
  optionId: idSchema().exactOptional(),
  text: z.string().exactOptional(),
}));

export const answerSchema = once(() => z.object(answerShape()).readonly());

export type Question = Infer<typeof questionSchema>;
export type Answer = Infer<typeof answerSchema>;
