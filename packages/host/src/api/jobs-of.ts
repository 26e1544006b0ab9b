import type { Job } from "@squire/protocol";
import type { Shell } from "@squire/tools";

/** The background commands of a session as faces see them. */
export function jobsOf(jobs: Shell["jobs"], sessionId: string): readonly Job[] {
  return jobs.of(sessionId).map((job) => {
    const { id: jobId, command, end } = job;
    const exitCode = end?.exitCode ?? null;
    const code = exitCode === null ? {} : { exitCode };
    return { jobId, command, running: end === null, ...code };
  });
}
