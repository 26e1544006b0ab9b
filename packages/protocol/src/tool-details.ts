import { z } from "zod";
import { durationSchema, idSchema } from "./basics.ts";
import { JsonValueSchema } from "./json.ts";
import { once, type Infer } from "./once.ts";

/** How a call ended, besides the words that the model is shown (TOOL-2). */
export const toolDetailsSchema = once(() =>
  z
    .object({
      isError: z.boolean(),
      /**
       * `ran` to its end, well or badly; `denied` by gate or user; `refused` by the mode; `invalid`
       * arguments or name; `interrupted` by steering before it began; `aborted` or `timed_out`
       * while running; `lost` in a crash, so that nobody knows what it did.
       */
      ending: z.enum([
        "ran",
        "denied",
        "refused",
        "invalid",
        "interrupted",
        "aborted",
        "timed_out",
        "lost",
      ]),
      truncated: z.boolean(),
      durationMs: durationSchema(),
      exitCode: z.number().int().exactOptional(),
      /** Where the whole output is kept when it was cut. */
      artifactId: idSchema().exactOptional(),
      /** The text came from outside the user's machine and taints while the model sees it (PERM-16). */
      untrusted: z.boolean().exactOptional(),
      changedFiles: z.array(z.string()).readonly().exactOptional(),
      /** The tool's own data, for a screen that knows how to draw it. */
      data: JsonValueSchema.exactOptional(),
    })
    .readonly(),
);

export type ToolDetails = Infer<typeof toolDetailsSchema>;
