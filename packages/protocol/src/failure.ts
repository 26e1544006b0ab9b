import { z } from "zod";

/** Why a model stream ended without a reply. */
export const FailureKindSchema = z.enum([
  "aborted",
  "auth",
  "billing",
  "rate_limit",
  "overloaded",
  "overflow",
  "bad_request",
  "refused",
  "network",
  "stalled",
  "protocol",
]);

export const ModelFailureSchema = z
  .object({
    kind: FailureKindSchema,
    /** One sentence saying what happened; secrets are already removed. */
    message: z.string(),
    /** One sentence saying what the user can do about it. */
    advice: z.string().exactOptional(),
    /** HTTP status, where there was one. */
    status: z.number().int().exactOptional(),
    /** How long the server asked us to wait. */
    retryAfterMs: z.number().nonnegative().exactOptional(),
    /** True when the same request may succeed later and no part of a reply was delivered. */
    retryable: z.boolean(),
    /** The model wrote a call that nobody can read: telling it so may help. */
    malformedCall: z.boolean().exactOptional(),
    provider: z.string().exactOptional(),
    model: z.string().exactOptional(),
  })
  .readonly();

export type FailureKind = z.infer<typeof FailureKindSchema>;
export type ModelFailure = z.infer<typeof ModelFailureSchema>;
