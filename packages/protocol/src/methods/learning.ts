import { z } from "zod";
import { countSchema } from "../basics.ts";
import { method } from "./method.ts";

/** What past sessions taught, and how to have it done now (MEM-9, MEM-11). */
export const learningMethods = {
  "memory.learned": method(
    "How learning from past sessions stands in this project.",
    () => ({}),
    () => ({
      enabled: z.boolean(),
      /** Why nothing is learned now. */
      why: z.string().exactOptional(),
      folder: z.string().exactOptional(),
      /** Sessions that were read. */
      sessions: countSchema(),
      /** Sessions that the next start reads. */
      waiting: countSchema(),
      skills: z.array(z.string()).readonly(),
      costUsd: z.number(),
      /** Requests without a known price. */
      unpriced: countSchema(),
      lastRun: z
        .object({
          at: z.number(),
          learned: countSchema(),
          failed: countSchema(),
          /** False: it is under way, or was cut off. */
          finished: z.boolean(),
          stopped: z.string().exactOptional(),
          problem: z.string().exactOptional(),
        })
        .readonly()
        .exactOptional(),
    }),
  ),
  "memory.enqueue": method(
    "Learns from the past sessions of this project now, in the background; also from those of today.",
    () => ({}),
    () => ({ waiting: countSchema() }),
  ),
  "memory.reset": method(
    "Forgets what `memory.clear` forgets, and what past sessions taught.",
    () => ({}),
    () => ({ notes: countSchema(), sources: countSchema() }),
  ),
} as const;
