import { z } from "zod";
import { hashSchema, idSchema, timeSchema } from "./basics.ts";
import { riskSchema } from "./decision.ts";
import { once, type Infer } from "./once.ts";

/** How far an approval reaches (PERM-6). `turn`: for an edit, all edits of its files (EDIT-9). */
export const approvalScopeSchema = once(() => z.enum(["once", "turn", "session", "always"]));

/** One labelled part of what will be done, shown in full. */
const detailSchema = once(() =>
  z
    .object({
      label: z.string(),
      text: z.string(),
      format: z.enum(["plain", "shell", "diff"]),
    })
    .readonly(),
);

/** PERM-10. */
export const approvalRequestSchema = once(() =>
  z
    .object({
      approvalId: idSchema(),
      callId: idSchema(),
      toolName: z.string(),
      /** One plain line. */
      summary: z.string(),
      details: z.array(detailSchema()).readonly(),
      risk: riskSchema(),
      /** Why the gate asks. */
      reason: z.string(),
      /** SHA-256 of exactly the bytes that will run: an answer covers these and no others. */
      covers: hashSchema(),
      suggestedRule: z.string().exactOptional(),
      expiresAt: timeSchema().exactOptional(),
    })
    .readonly(),
);

/** `by` names the client that answered, or `timeout` or `headless`. */
export const approvalAnswerSchema = once(() =>
  z.discriminatedUnion("verdict", [
    z
      .object({
        verdict: z.literal("approve"),
        scope: approvalScopeSchema(),
        /** The rule that was written, for the scope `always`. */
        rule: z.string().exactOptional(),
        by: z.string(),
      })
      .readonly(),
    z
      .object({
        verdict: z.literal("deny"),
        reason: z.string().exactOptional(),
        by: z.string(),
      })
      .readonly(),
  ]),
);

export type ApprovalScope = Infer<typeof approvalScopeSchema>;
export type ApprovalRequest = Infer<typeof approvalRequestSchema>;
export type ApprovalAnswer = Infer<typeof approvalAnswerSchema>;
