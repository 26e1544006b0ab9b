import { defineTool } from "@squire/agent";
import { z } from "zod";
import { oneLine } from "./one-line.ts";
import { detailsOf, ranToModel } from "./ran.ts";
import { runCommand } from "./run-command.ts";

/** Seconds (C7). */
const TIMEOUT = { default: 120, least: 1, most: 600 };
const MOST_SUMMARY_CHARS = 120;

export const bash = defineTool({
  name: "bash",
  description:
    "Run a shell command in the workspace, without input; each starts anew. Gives exit code and merged output.",
  effect: "execute",
  // It has a limit of its own.
  timeoutMs: null,
  input: z.object({
    command: z.string().min(1),
    timeout: z
      .number()
      .optional()
      .describe(`Seconds, ${TIMEOUT.least} to ${TIMEOUT.most}, default ${TIMEOUT.default}`),
  }),

  subject: ({ command }) => command,

  run: ({ command, timeout = TIMEOUT.default }, context) =>
    runCommand(command, Math.min(TIMEOUT.most, Math.max(TIMEOUT.least, timeout)), context),

  toModel: ranToModel,

  details: detailsOf,

  summary: ({ command }) => `$ ${oneLine(command, MOST_SUMMARY_CHARS)}`,
});
