import type { OutputDetails } from "@squire/agent";
import type { GroupEnd } from "@squire/platform";
import { assertNever } from "@squire/protocol/values";
import type { OutputDump } from "@squire/session";
import type { ShownOutput } from "./shown-output.ts";

/** What came of a command. */
export type Ran = GroupEnd & {
  /** Its limit; null when it had none. */
  readonly seconds: number | null;
  readonly durationMs: number;
  readonly shown: ShownOutput;
  readonly output: OutputDump;
  /** What it ran in. */
  readonly sandbox: string;
  /** It failed in a way that looks as if the sandbox had stopped it (SBX-4). */
  readonly sandboxStopped: boolean;
  /** What happened besides, in words for the model. */
  readonly notes: readonly string[];
};

/** How it ended comes first unless it went well: the output may be long (SH-16). */
export function ranToModel(ran: Ran): string {
  const { shown, notes } = ran;
  return [
    ...endLine(ran),
    shown.text === "" ? "(no output)" : shown.text,
    ...strayLine(ran),
    ...sandboxLine(ran),
    ...notes,
    ...keptLine(ran.output),
  ].join("\n");
}

export function ranDetails(ran: Ran): OutputDetails {
  const { end, exitCode, signal, durationMs, shown, output, sandbox, sandboxStopped, strays } = ran;
  return {
    isError: end !== "exited",
    truncated: shown.truncated,
    ...(exitCode === null ? {} : { exitCode }),
    ...(output.artifactId === undefined ? {} : { artifactId: output.artifactId }),
    data: {
      durationMs,
      timedOut: end === "timed-out",
      cancelled: end === "aborted" || end === "stopped",
      signal,
      sandbox,
      sandboxStopped,
      strays,
    },
  };
}

function endLine({ end, exitCode, signal, problem, seconds }: Ran): readonly string[] {
  switch (end) {
    case "exited":
      if (exitCode === 0) return [];
      return [exitCode === null ? `killed by ${signal ?? "a signal"}` : `exit ${exitCode}`];
    case "timed-out":
      return [`Command timed out after ${seconds} seconds; the output up to then:`];
    case "aborted":
    case "stopped":
      return ["The command was stopped; the output up to then:"];
    case "crowded":
      return ["The command started far too many processes and was ended; the output up to then:"];
    case "failed-to-start":
      return [`The command could not be started: ${problem ?? "no reason was given"}`];
    default:
      return assertNever(end);
  }
}

function strayLine({ strays }: Ran): readonly string[] {
  if (strays === 0) return [];
  const who = strays === 1 ? "One process was" : `${strays} processes were`;
  return [`(${who} still running and ended with the command; run_background keeps one running.)`];
}

function sandboxLine({ sandbox, sandboxStopped }: Ran): readonly string[] {
  return sandboxStopped ? [`(It looks as if the sandbox had stopped it: ${sandbox}.)`] : [];
}

function keptLine({ artifactId, artifactCut, spillFailure }: OutputDump): readonly string[] {
  if (spillFailure !== undefined) return [`(${spillFailure})`];
  if (artifactId === undefined) return [];
  const what = artifactCut === true ? "The first part of the output is" : "The whole output is";
  return [`${what} in artifact://${artifactId}`];
}
