import { z } from "zod";
import { approvalAnswerSchema } from "../approval.ts";
import { countSchema, hashSchema, idSchema, timeSchema } from "../basics.ts";
import { decisionSchema } from "../decision.ts";
import { JsonValueSchema } from "../json.ts";
import { once, type Infer } from "../once.ts";
import { toolDetailsSchema } from "../tool-details.ts";
import { usageTotalSchema, usageTotalShape } from "../usage-total.ts";
import { method } from "./method.ts";

const searchHitSchema = once(() =>
  z
    .object({
      sessionKey: idSchema(),
      entryId: idSchema(),
      title: z.string().nullable(),
      snippet: z.string(),
      score: z.number(),
      ts: timeSchema(),
    })
    .readonly(),
);

const usageRowSchema = once(() => z.object({ key: z.string(), ...usageTotalShape() }).readonly());

/** Reading what is stored. */
export const lookupMethods = {
  /** Parts of at most `limit` bytes: even when JSON escapes every one of them, the reply fits a frame. */
  "artifacts.get": method(
    "A part of an output that was too long to be shown.",
    () => ({
      artifactId: idSchema(),
      sessionKey: idSchema().exactOptional(),
      offset: countSchema().exactOptional(),
      limit: z
        .number()
        .int()
        .positive()
        .max(128 * 1024)
        .exactOptional(),
    }),
    () => ({
      artifactId: idSchema(),
      tool: z.string(),
      contentType: z.string(),
      size: countSchema(),
      sha256: hashSchema(),
      createdAt: timeSchema(),
      encoding: z.enum(["utf8", "base64"]),
      data: z.string(),
      /** Where the next part begins; null at the end. */
      nextOffset: countSchema().nullable(),
    }),
  ),
  /** Full text of all sessions, or of one (SES-13). */
  search: method(
    "Full text of all sessions, or of one (SES-13).",
    () => ({
      query: z.string().min(1),
      limit: z.number().int().min(1).max(1000).exactOptional(),
      sessionKey: idSchema().exactOptional(),
    }),
    () => ({ hits: z.array(searchHitSchema()).readonly() }),
  ),
  "usage.get": method(
    "What was spent: of one session, or of a time.",
    () => ({
      sessionKey: idSchema().exactOptional(),
      from: timeSchema().exactOptional(),
      to: timeSchema().exactOptional(),
      /** `day_model`: a day, a space and a model. */
      by: z.enum(["model", "session", "day", "kind", "day_model"]).exactOptional(),
    }),
    () => ({ total: usageTotalSchema(), rows: z.array(usageRowSchema()).readonly() }),
  ),
  /** Why a call was allowed, asked about or denied (PERM-13). */
  "why.get": method(
    "Why a call was allowed, asked about or denied (PERM-13).",
    () => ({ callId: idSchema(), sessionKey: idSchema().exactOptional() }),
    () => ({
      callId: idSchema(),
      toolName: z.string(),
      args: JsonValueSchema,
      decision: decisionSchema(),
      answer: approvalAnswerSchema().exactOptional(),
      sandbox: z.string().exactOptional(),
      details: toolDetailsSchema().exactOptional(),
    }),
  ),
} as const;

export type SearchHit = Infer<typeof searchHitSchema>;
