import { z } from "zod";
import { once, type Infer } from "./once.ts";

/** A list that a face shows to choose from; what was chosen goes to the method of the same name. */
export const pickerSchema = once(() =>
  z.enum([
    "sessions",
    "models",
    "modes",
    "trusts",
    "thinking",
    "rewind",
    "tree",
    "jobs",
    "settings",
    "setup",
  ]),
);

/** A slash command (CMD-1): one table in the host, the same in every face. */
export const commandInfoSchema = once(() =>
  z
    .object({
      /** Without the slash. */
      name: z.string(),
      aliases: z.array(z.string()).readonly(),
      /** What may follow it, e.g. `[model]`; "" for nothing. */
      args: z.string(),
      /** One line for lists. */
      description: z.string(),
      group: z.enum(["talk", "session", "files", "look", "settings", "screen"]),
      /** `host`: `command.run` does it; `face`: every face does it itself. */
      where: z.enum(["host", "face"]),
      /** False: not while a turn runs. */
      whileRunning: z.boolean(),
      /** False: it is about the host, and works where no session can be begun. */
      needsSession: z.boolean(),
      /** The list to show when it is typed without arguments. */
      opens: pickerSchema().exactOptional(),
    })
    .readonly(),
);

export type Picker = Infer<typeof pickerSchema>;
export type CommandInfo = Infer<typeof commandInfoSchema>;
