import { z } from "zod";
import { hashSchema, idSchema, timeSchema } from "../basics.ts";
import { once } from "../once.ts";

/**
 * What every entry has (SES-2, SES-5). `parentId` is null at a root of the tree. `prev` is the `h`
 * of the line before it in the file, `h` the hash of the line's own canonical bytes without `h`.
 */
export const headShape = once(() => ({
  id: idSchema(),
  parentId: idSchema().nullable(),
  ts: timeSchema(),
  prev: hashSchema(),
  h: hashSchema(),
}));

export function entry<const T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...headShape(), ...shape }).readonly();
}
