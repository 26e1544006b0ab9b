import { defineTool, type Tool, type ToolContext } from "@squire/agent";
import { z } from "zod";
import { partToModel } from "../jobs/job-words.ts";
import { jobDetails, startJob, type StartedJob } from "../jobs/run-background.ts";
import { launchOf, type CommandRequest } from "../shell/launch.ts";
import { oneLine } from "../shell/one-line.ts";
import { assignments } from "../shell/quote.ts";
import { ranDetails, ranToModel, type Ran } from "../shell/ran.ts";
import { asOutcome, runLaunch } from "../shell/run-launch.ts";
import type { Shell } from "../shell/shell.ts";

/** Seconds (C7). */
const TIMEOUT = { default: 120, least: 1, most: 600 };
const MOST_SUMMARY_CHARS = 120;

const inputSchema = () =>
  z.object({
    command: z.string().min(1),
    cwd: z.string().optional(),
    timeout: z
      .number()
      .optional()
      .describe(`Seconds, ${TIMEOUT.least} to ${TIMEOUT.most}, default ${TIMEOUT.default}`),
    env: z.record(z.string(), z.string()).optional(),
    pty: z.boolean().optional().describe("In a terminal"),
    background: z.boolean().optional().describe("As run_background"),
  });

type Input = z.output<ReturnType<typeof inputSchema>>;

type Outcome =
  | { readonly type: "ran"; readonly ran: Ran }
  | ({ readonly type: "job" } & StartedJob);

export function bashTool(shell: Shell): Tool {
  return defineTool({
    name: "bash",
    description:
      "Run a shell command in the workspace, without input. Gives exit code and merged output; what it leaves running is ended.",
    effect: "execute",
    // It has a limit of its own.
    timeoutMs: null,
    input: inputSchema(),

    effectOf: ({ command, env, background }) =>
      env !== undefined || background === true ? "execute" : shell.commandEffect(command),

    // Variables steer programs: whoever judges the command sees them (S15).
    subject: ({ command, env = {} }) => [assignments(env), command].join(" ").trimStart(),

    run: async (input, context): Promise<Outcome> =>
      input.background === true
        ? { type: "job", ...(await startJob(shell, requestOf(input), context)) }
        : { type: "ran", ran: await runBash(shell, input, context) },

    toModel: (outcome) =>
      outcome.type === "job" ? partToModel(outcome.job, outcome.part) : ranToModel(outcome.ran),

    details: (outcome) => (outcome.type === "job" ? jobDetails(outcome) : ranDetails(outcome.ran)),

    summary: ({ command }) => `$ ${oneLine(command, MOST_SUMMARY_CHARS)}`,
  });
}

async function runBash(shell: Shell, input: Input, context: ToolContext): Promise<Ran> {
  const { timeout = TIMEOUT.default } = input;
  const seconds = Math.min(TIMEOUT.most, Math.max(TIMEOUT.least, timeout));
  const launch = await launchOf(shell, requestOf(input), context);
  return asOutcome(await runLaunch(shell, launch, { seconds, context }));
}

function requestOf({ command, cwd, env }: Input): CommandRequest {
  return { command, cwd, env };
}
