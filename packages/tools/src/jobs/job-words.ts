import type { GroupEnd } from "@squire/platform";
import { assertNever } from "@squire/protocol/values";
import { shownOutput } from "../shell/shown-output.ts";
import type { Job, JobPart } from "./job.ts";

/** What a model is told of a job: where it stands, then its output. */
export function stateOf({ end, isReady }: Pick<Job, "end" | "isReady">): string {
  if (end === null) return isReady ? "running, ready" : "running";
  return endOf(end);
}

function endOf({ end, exitCode, signal, problem }: GroupEnd): string {
  switch (end) {
    case "exited":
      return exitCode === null ? `killed by ${signal ?? "a signal"}` : `exit ${exitCode}`;
    case "failed-to-start":
      return `could not be started: ${problem ?? "no reason was given"}`;
    case "crowded":
      return "ended: it started far too many processes";
    case "stopped":
    case "aborted":
    case "timed-out":
      return "stopped";
    default:
      return assertNever(end);
  }
}

export function partToModel(job: Job, part: JobPart): string {
  const { text, truncated } = shownPart(part);
  const where = job.end === null ? ` (go on with since=${part.next})` : "";
  const lost = part.lost > 0 ? [`[… ${part.lost} bytes before this are not held any more …]`] : [];
  const cut = (truncated || part.lost > 0) && job.artifactId !== undefined;
  return [
    `${job.id}: ${stateOf(job)}${where}`,
    ...lost,
    text === "" ? "(no output)" : text,
    ...(cut ? [`The whole output is in artifact://${job.artifactId}`] : []),
  ].join("\n");
}

function shownPart({ text }: JobPart) {
  const totalBytes = Buffer.byteLength(text);
  const totalLines = text.split("\n").length;
  const all = { truncated: false, droppedBytes: 0, droppedLines: 0 };
  return shownOutput({ text, ...all, totalBytes, totalLines });
}

/** The last so many lines. */
export function lastLines(text: string, count: number): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.slice(Math.max(0, lines.length - count)).join("\n");
}
