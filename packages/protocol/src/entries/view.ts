import { z } from "zod";
import { countSchema, hashSchema, idSchema } from "../basics.ts";
import { JsonValueSchema } from "../json.ts";
import { once } from "../once.ts";
import { entry } from "./head.ts";

export const compactionReasonSchema = once(() => z.enum(["manual", "threshold", "overflow"]));

export const prefixBreakCauseSchema = once(() =>
  z.enum(["compaction", "prune", "shrink", "tools", "system", "model", "mode"]),
);

/** Replaces what the model sees of one entry; the stored entry stays whole. */
const overlaySchema = once(() =>
  z
    .object({
      entryId: idSchema(),
      /** Replaces the arguments of this call (LOOP-13); absent: the content of the outcome. */
      callId: idSchema().exactOptional(),
      text: z.string(),
      tokensSaved: countSchema(),
    })
    .readonly(),
);

/** What the next requests would cost with and without a change, as far as could be told before it. */
const forecastSchema = once(() =>
  z
    .object({
      /** How many requests were expected. */
      steps: countSchema(),
      keepCost: z.number().nonnegative(),
      changeCost: z.number().nonnegative(),
      /** `tokens` of fresh input where the price is not known. */
      unit: z.enum(["usd", "tokens"]),
    })
    .readonly(),
);

/** What changes the model's view of earlier entries, without touching them. */
export const viewEntries = {
  /** CMP-1. */
  compaction: once(() =>
    entry("compaction", {
      summary: z.string(),
      shortSummary: z.string().exactOptional(),
      firstKeptId: idSchema(),
      tokensBefore: countSchema(),
      tokensAfter: countSchema().exactOptional(),
      reason: compactionReasonSchema().exactOptional(),
      details: JsonValueSchema.exactOptional(),
      preserveData: JsonValueSchema.exactOptional(),
      fromExtension: z.boolean().exactOptional(),
    }),
  ),
  /** CMP-11 and, with the cause `shrink`, LOOP-13..15. */
  prune: once(() =>
    entry("prune", {
      cause: z.enum(["prune", "shrink"]),
      overlays: z.array(overlaySchema()).readonly(),
      tokensSaved: countSchema(),
    }),
  ),
  branch_summary: once(() =>
    entry("branch_summary", {
      fromId: idSchema(),
      summary: z.string(),
      details: JsonValueSchema.exactOptional(),
      fromExtension: z.boolean().exactOptional(),
    }),
  ),
  /** The next request will not extend the last one (LOOP-16). */
  prefix_break: once(() =>
    entry("prefix_break", {
      cause: prefixBreakCauseSchema(),
      bytesSaved: countSchema(),
      /** Tokens of the vendor's cache that are lost. */
      tokensLost: countSchema(),
      prefixHash: hashSchema().exactOptional(),
      forecast: forecastSchema().exactOptional(),
    }),
  ),
} as const;
