import type { OutputDetails } from "@squire/agent";
import type { GroupEnd } from "@squire/platform";
import { assertNever } from "@squire/protocol/values";
import { plainText, type OutputView } from "@squire/session";

/** Where output went that is too large to be shown. */
export type Kept =
  | { readonly type: "kept"; readonly id: string; readonly isWhole: boolean }
  | { readonly type: "lost"; readonly why: string };

/** What came of a command. */
export type Ran = GroupEnd & {
  readonly seconds: number;
  readonly durationMs: number;
  readonly output: OutputView;
  /** Null when all of the output is here. */
  readonly artifact: Kept | null;
};

/** How it ended comes first: the output may be long (SH-16). */
export function ranToModel(ran: Ran): string {
  const text = plainText(ran.output.text).trimEnd();
  return [endLine(ran), text === "" ? "(no output)" : text, ...keptLine(ran.artifact)].join("\n");
}

export function detailsOf(ran: Ran): OutputDetails {
  const { end, exitCode, signal, durationMs, output, artifact } = ran;
  return {
    isError: end !== "exited",
    truncated: output.truncated,
    ...(exitCode === null ? {} : { exitCode }),
    ...(artifact?.type === "kept" ? { artifactId: artifact.id } : {}),
    data: { durationMs, timedOut: end === "timed-out", signal },
  };
}

function endLine({ end, exitCode, signal, problem, seconds }: Ran): string {
  switch (end) {
    case "exited":
      return exitCode === null ? `killed by ${signal ?? "a signal"}` : `exit ${exitCode}`;
    case "timed-out":
      return `Command timed out after ${seconds} seconds; the output up to then:`;
    case "aborted":
      return "The command was stopped; the output up to then:";
    case "failed-to-start":
      return `The command could not be started: ${problem ?? "no reason was given"}`;
    default:
      return assertNever(end);
  }
}

function keptLine(kept: Kept | null): readonly string[] {
  if (kept === null) return [];
  if (kept.type === "lost") return [`(The whole output could not be kept: ${kept.why})`];
  const what = kept.isWhole ? "The whole output is" : "The first part of the output is";
  return [`${what} in artifact://${kept.id}`];
}
