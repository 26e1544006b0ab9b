import { z } from "zod";
import { checkWhole, type Checked } from "./check.ts";
import { FailureKindSchema } from "./failure.ts";
import { once, type Infer } from "./once.ts";

/** What went wrong, for code that must react to it. The kinds of `ModelFailure` are among them. */
export const failureCodeSchema = once(() =>
  z.enum([
    ...FailureKindSchema.options,
    /** The request itself makes no sense. */
    "invalid",
    "not_found",
    /** Another turn of this session is running. */
    "busy",
    /** Another process owns the session. */
    "locked",
    "denied",
    "approval_needed",
    "answer_needed",
    /** Steps, searches or time ran out. */
    "limit",
    "budget",
    /** No model is configured, or the name fits none or several. */
    "no_model",
    "config",
    "untrusted_folder",
    "offline",
    "unsupported",
    /** The disk did not take or give what it should. */
    "storage",
    "internal",
  ]),
);

/** A failure the user is told about: what happened and what to do. */
export const userFailureSchema = once(() =>
  z
    .object({
      code: failureCodeSchema(),
      message: z.string(),
      advice: z.string().exactOptional(),
      retryable: z.boolean(),
    })
    .readonly(),
);

/** A failure from outside this process. Never throws. */
export function parseUserFailure(value: unknown): Checked<UserFailure> {
  return checkWhole(userFailureSchema(), value);
}

export type FailureCode = Infer<typeof failureCodeSchema>;
export type UserFailure = Infer<typeof userFailureSchema>;
