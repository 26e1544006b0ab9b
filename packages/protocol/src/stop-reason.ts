import { z } from "zod";
import { once, type Infer } from "./once.ts";

/** Why a turn ended. */
export const stopReasonSchema = once(() =>
  z.enum([
    "stop",
    /** The reply was cut at the model's output limit. */
    "length",
    /** Steps, searches or time ran out. */
    "limit",
    "budget",
    /** Nobody was there to approve or to answer. */
    "approval",
    "question",
    "aborted",
    "error",
  ]),
);

export type StopReason = Infer<typeof stopReasonSchema>;
