import { defineTool, type OutputDetails, type Tool } from "@squire/agent";
import { assertNever } from "@squire/protocol/values";
import { z } from "zod";
import { partToModel } from "../jobs/job-words.ts";
import { jobDetails, startJob, type StartedJob } from "../jobs/run-background.ts";
import { oneLine } from "../shell/one-line.ts";
import { assignments } from "../shell/quote.ts";
import { ranDetails, ranToModel, type Ran } from "../shell/ran.ts";
import type { Shell } from "../shell/shell.ts";
import { Hints } from "./hints.ts";
import { runBash } from "./run-bash.ts";

/** Seconds (C7). */
const TIMEOUT = { default: 120, least: 1, most: 600 };
const MOST_SUMMARY_CHARS = 120;

type Outcome =
  | { readonly type: "ran"; readonly ran: Ran }
  | ({ readonly type: "job" } & StartedJob)
  | { readonly type: "hint"; readonly words: string };

export function bashTool(shell: Shell): Tool {
  const hints = new Hints();
  return defineTool({
    name: "bash",
    description:
      "Run a shell command in the workspace, without input; what it leaves running is ended.",
    effect: "execute",
    // It has a limit of its own.
    timeoutMs: null,
    input: z.object({
      command: z.string().min(1),
      cwd: z.string().optional(),
      timeout: z.number().optional().describe(`Seconds, at most ${TIMEOUT.most}`),
      env: z.record(z.string(), z.string()).optional(),
      pty: z.boolean().optional(),
      background: z.boolean().optional(),
    }),

    effectOf: ({ command, env, background }) =>
      env !== undefined || background === true ? "execute" : shell.commandEffect(command),

    // Variables steer programs: whoever judges the command sees them (S15).
    subject: ({ command, env = {} }) => [assignments(env), command].join(" ").trimStart(),

    async run({ command, cwd, env, timeout, pty, background }, context): Promise<Outcome> {
      const words = hints.take(command, context.sessionId, shell);
      if (words !== null) return { type: "hint", words };
      const request = { command, cwd, env };
      if (background === true) return { type: "job", ...(await startJob(shell, request, context)) };
      const seconds = secondsOf(timeout);
      const ran = await runBash(shell, { ...request, seconds, pty: pty === true }, context);
      return { type: "ran", ran };
    },

    toModel: wordsOf,

    details: outcomeDetails,

    summary: ({ command }) => `$ ${oneLine(command, MOST_SUMMARY_CHARS)}`,
  });
}

function secondsOf(timeout: number = TIMEOUT.default): number {
  return Math.min(TIMEOUT.most, Math.max(TIMEOUT.least, timeout));
}

function wordsOf(outcome: Outcome): string {
  switch (outcome.type) {
    case "ran":
      return ranToModel(outcome.ran);
    case "job":
      return partToModel(outcome.job, outcome.part);
    case "hint":
      return outcome.words;
    default:
      return assertNever(outcome);
  }
}

function outcomeDetails(outcome: Outcome): OutputDetails {
  switch (outcome.type) {
    case "ran":
      return ranDetails(outcome.ran);
    case "job":
      return jobDetails(outcome);
    case "hint":
      return { data: { intercepted: true } };
    default:
      return assertNever(outcome);
  }
}
