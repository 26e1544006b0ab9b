import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import { oneLine } from "../shell/one-line.ts";
import type { Shell } from "../shell/shell.ts";
import { stateOf } from "./job-words.ts";

const MOST_COMMAND_CHARS = 200;

export function listJobsTool({ jobs }: Pick<Shell, "jobs">): Tool {
  return defineTool({
    name: "list_jobs",
    description: "Background jobs and their state.",
    effect: "read",
    input: z.object({}),
    run: (_, { sessionId }) =>
      jobs.of(sessionId).map((job) => ({
        id: job.id,
        state: stateOf(job),
        written: job.written,
        command: oneLine(job.command, MOST_COMMAND_CHARS),
      })),
    toModel(list) {
      if (list.length === 0) return "There are no jobs.";
      return list
        .map(({ id, state, written, command }) => `${id}: ${state}, ${written} bytes: ${command}`)
        .join("\n");
    },
    details: (list) => ({ data: { jobs: list } }),
    summary: () => "list jobs",
  });
}
