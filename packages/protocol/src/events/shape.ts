import { z } from "zod";
import { idSchema } from "../basics.ts";
import { once } from "../once.ts";

/** Ties an event to the turn it belongs to. */
export const runShape = once(() => ({ runId: idSchema() }));

export function event<const T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...shape }).readonly();
}
