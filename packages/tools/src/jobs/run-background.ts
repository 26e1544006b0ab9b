import { defineTool, type Tool, type ToolContext } from "@squire/agent";
import { z } from "zod";
import { launchOf } from "../shell/launch.ts";
import type { CommandRequest } from "../shell/command-request.ts";
import { oneLine } from "../shell/one-line.ts";
import type { Shell } from "../shell/shell.ts";
import type { Job, JobPart } from "./job.ts";
import { partToModel } from "./job-words.ts";

/** Seconds (SH-12). */
const WAIT = { default: 3, most: 30 };
const MOST_SUMMARY_CHARS = 120;

export type StartedJob = { readonly job: Job; readonly part: JobPart };

export function runBackgroundTool(shell: Shell): Tool {
  return defineTool({
    name: "run_background",
    description:
      "Start a command that goes on running, such as a server; returns once it is ready.",
    effect: "execute",
    timeoutMs: null,
    input: z.object({
      command: z.string().min(1),
      waitSec: z.number().optional(),
    }),
    subject: ({ command }) => command,
    run: ({ command, waitSec }, context) => startJob(shell, { command, waitSec }, context),
    toModel: ({ job, part }) => partToModel(job, part),
    details: jobDetails,
    summary: ({ command }) => `$ ${oneLine(command, MOST_SUMMARY_CHARS)} &`,
  });
}

/** Starts a job and waits for its first sign of life. */
export async function startJob(
  shell: Shell,
  {
    waitSec = WAIT.default,
    ...request
  }: CommandRequest & { readonly waitSec?: number | undefined },
  context: ToolContext,
): Promise<StartedJob> {
  context.signal.throwIfAborted();
  const launch = await launchOf(shell, request, context);
  const job = shell.jobs.start(launch, { command: request.command, context });
  const seconds = Math.min(WAIT.most, Math.max(0, waitSec));
  const { promise: waited, resolve } = Promise.withResolvers<"waited">();
  const timer = context.clock.timer(seconds * 1_000, () => resolve("waited"));
  const abort = (): void => resolve("waited");
  context.signal.addEventListener("abort", abort, { once: true });
  await job.settled(waited);
  timer.cancel();
  context.signal.removeEventListener("abort", abort);
  return { job, part: job.output(0) };
}

export function jobDetails({ job, part }: StartedJob) {
  const { id, command, end, artifactId } = job;
  return {
    ...(end === null || end.exitCode === null ? {} : { exitCode: end.exitCode }),
    ...(artifactId === undefined ? {} : { artifactId }),
    data: { jobId: id, command, running: end === null, ready: job.isReady, next: part.next },
  };
}
