import { z } from "zod";
import { once, type Infer } from "./once.ts";

export const taintShape = once(() => ({
  /** Untrusted text is in what the model sees: what sends data out asks (PERM-16). */
  active: z.boolean(),
  /** The tools that brought it. */
  sources: z.array(z.string()).readonly(),
}));

export const taintSchema = once(() => z.object(taintShape()).readonly());

export type Taint = Infer<typeof taintSchema>;
