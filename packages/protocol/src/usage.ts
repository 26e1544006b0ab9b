import { z } from "zod";
import { JsonValueSchema } from "./json.ts";

const tokens = z.number().int().nonnegative().nullable();

/**
 * Token counts of one reply. What the vendor did not report is null, never zero.
 * `input` is everything the model read, `cacheRead` and `cacheWrite` are parts of it;
 * `output` is everything it wrote, `reasoning` is a part of it.
 * `raw` holds the vendor's own numbers, untouched.
 */
export const UsageSchema = z
  .object({
    input: tokens,
    output: tokens,
    cacheRead: tokens,
    cacheWrite: tokens,
    reasoning: tokens,
    total: tokens,
    raw: JsonValueSchema.exactOptional(),
  })
  .readonly();

export type Usage = z.infer<typeof UsageSchema>;
