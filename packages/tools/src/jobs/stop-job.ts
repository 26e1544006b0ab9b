import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import type { Shell } from "../shell/shell.ts";
import { stateOf } from "./job-words.ts";
import { jobDetails } from "./run-background.ts";

export function stopJobTool({ jobs }: Pick<Shell, "jobs">): Tool {
  return defineTool({
    name: "stop_job",
    description: "Stop a background job.",
    effect: "execute",
    input: z.object({ jobId: z.string() }),
    subject: ({ jobId }) => jobId,
    async run({ jobId }, { sessionId }) {
      const job = jobs.find(jobId, sessionId);
      const hadEnded = job.end !== null;
      await job.stop();
      return { job, part: job.output(job.written), hadEnded };
    },
    toModel: ({ job, hadEnded }) =>
      hadEnded ? `${job.id} had ended before: ${stateOf(job)}` : `${job.id}: ${stateOf(job)}`,
    details: (output) => jobDetails(output),
    summary: ({ jobId }) => `stop ${jobId}`,
  });
}
