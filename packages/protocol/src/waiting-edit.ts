import { z } from "zod";
import { once, type Infer } from "./once.ts";

/** An edit in the words of a reply that waits for the user (EDIT-9). */
export const waitingEditSchema = once(() =>
  z
    .object({
      /** What the user calls it by, from 1. */
      id: z.number().int().positive(),
      path: z.string(),
      /** "" makes a new file. */
      search: z.string(),
      replace: z.string(),
    })
    .readonly(),
);

export type WaitingEdit = Infer<typeof waitingEditSchema>;
