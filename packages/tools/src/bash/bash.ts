import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { launchOf } from "../shell/launch.ts";
import { oneLine } from "../shell/one-line.ts";
import { assignments } from "../shell/quote.ts";
import { ranDetails, ranToModel } from "../shell/ran.ts";
import { asOutcome, runLaunch } from "../shell/run-launch.ts";
import type { Shell } from "../shell/shell.ts";

/** Seconds (C7). */
const TIMEOUT = { default: 120, least: 1, most: 600 };
const MOST_SUMMARY_CHARS = 120;

export function bashTool(shell: Shell): Tool {
  return defineTool({
    name: "bash",
    description:
      "Run a shell command in the workspace, without input. Gives exit code and merged output; what it leaves running is ended.",
    effect: "execute",
    // It has a limit of its own.
    timeoutMs: null,
    input: z.object({
      command: z.string().min(1),
      cwd: z.string().optional(),
      timeout: z
        .number()
        .optional()
        .describe(`Seconds, ${TIMEOUT.least} to ${TIMEOUT.most}, default ${TIMEOUT.default}`),
      env: z.record(z.string(), z.string()).optional(),
      pty: z.boolean().optional().describe("In a terminal"),
      background: z.boolean().optional().describe("As run_background"),
    }),

    effectOf: ({ command, env, background }) =>
      env !== undefined || background === true ? "execute" : shell.commandEffect(command),

    // Variables steer programs: whoever judges the command sees them (S15).
    subject: ({ command, env = {} }) => [assignments(env), command].join(" ").trimStart(),

    async run({ timeout = TIMEOUT.default, ...request }, context) {
      const seconds = Math.min(TIMEOUT.most, Math.max(TIMEOUT.least, timeout));
      const launch = await launchOf(shell, request, context);
      return asOutcome(await runLaunch(shell, launch, { seconds, context }));
    },

    toModel: ranToModel,

    details: ranDetails,

    summary: ({ command }) => `$ ${oneLine(command, MOST_SUMMARY_CHARS)}`,
  });
}
