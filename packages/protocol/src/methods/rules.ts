import { z } from "zod";
import { once } from "../once.ts";
import { method } from "./method.ts";

const fileRuleSchema = once(() =>
  z
    .object({
      path: z.string(),
      owner: z.enum(["user", "project"]),
      /** When it reaches the model: in the prefix, when a file is touched, or when it is asked for. */
      when: z.enum(["always", "touched", "asked"]),
      globs: z.array(z.string()).readonly(),
      description: z.string(),
      /** The model of the session has it in view. */
      loaded: z.boolean(),
    })
    .readonly(),
);

/** Texts on how to work, from files (MEM-8). */
export const ruleMethods = {
  "rules.list": method(
    "The file rules of the user and of this folder, and which of them the session has loaded.",
    () => ({ sessionKey: z.string().exactOptional() }),
    () => ({
      rules: z.array(fileRuleSchema()).readonly(),
      /** A line for each file that is passed over. */
      problems: z.array(z.string()).readonly(),
      /** Files of a folder that is not trusted. */
      untrusted: z.array(z.string()).readonly(),
    }),
  ),
} as const;
