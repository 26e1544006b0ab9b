import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import type { Shell } from "../shell/shell.ts";
import { lastLines, partToModel } from "./job-words.ts";
import { jobDetails } from "./run-background.ts";

export function jobOutputTool({ jobs }: Pick<Shell, "jobs">): Tool {
  return defineTool({
    name: "job_output",
    description: "Output of a background job.",
    effect: "read",
    input: z.object({
      jobId: z.string(),
      since: z.number().int().min(0).optional().describe("Byte to begin at"),
      tailLines: z.number().int().min(1).optional(),
    }),
    subject: ({ jobId }) => jobId,
    run({ jobId, since = 0, tailLines }, { sessionId }) {
      const job = jobs.find(jobId, sessionId);
      const part = job.output(since);
      if (tailLines === undefined) return { job, part };
      return { job, part: { ...part, lost: 0, text: lastLines(part.text, tailLines) } };
    },
    toModel: ({ job, part }) => partToModel(job, part),
    details: jobDetails,
    summary: ({ jobId }) => `output of ${jobId}`,
  });
}
