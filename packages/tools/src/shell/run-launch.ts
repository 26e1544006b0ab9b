import { ToolError, type ToolContext } from "@squire/agent";
import type { GroupEnd } from "@squire/platform";
import type { OutputDump } from "@squire/session";
import type { Launch } from "./launch.ts";
import { OutputCapture } from "./output-capture.ts";
import { ranDetails, ranToModel, type Ran } from "./ran.ts";
import type { CommandPorts } from "./shell-ports.ts";
import { shownOutput } from "./shown-output.ts";

export type RunOptions = {
  /** Null: no limit. */
  readonly seconds: number | null;
  readonly context: ToolContext;
};

/** Runs a command to its end, whatever that is. Never rejects. */
export async function runLaunch(
  shell: CommandPorts,
  launch: Launch,
  { seconds, context }: RunOptions,
): Promise<Ran> {
  const { clock, signal } = context;
  const capture = new OutputCapture(context, captureOptions(shell));
  const begun = clock.now();
  const end = await shell.processes.run(launch.program, {
    env: launch.env,
    cwd: launch.cwd,
    clock,
    signal,
    timeoutMs: seconds === null ? null : seconds * 1_000,
    onOutput: (chunk) => capture.push(chunk),
  });
  const output = await capture.end();
  const durationMs = Math.max(0, clock.now() - begun);
  return ranOf(shell, { end, output, seconds, durationMs, sandbox: launch.sandbox });
}

export function captureOptions({ settings }: CommandPorts, name = "bash") {
  return { name, mostArtifactBytes: settings.mostArtifactBytes };
}

/** What is told of a run. */
export function ranOf(
  { sandbox }: CommandPorts,
  run: Pick<Ran, "seconds" | "durationMs" | "sandbox"> & {
    readonly end: GroupEnd;
    readonly output: OutputDump;
    readonly notes?: readonly string[];
  },
): Ran {
  const { end, output, notes = [], ...rest } = run;
  const shown = shownOutput(output);
  const failed = end.exitCode !== null && end.exitCode !== 0;
  const sandboxStopped =
    failed && sandbox.looksStopped({ exitCode: end.exitCode ?? 0, output: output.text });
  return { ...end, ...rest, output, shown, sandboxStopped, notes };
}

/** A command that did not come to its own end is a failed call, told with what there was. */
export function asOutcome(ran: Ran): Ran {
  if (ran.end === "exited" || ran.end === "timed-out") return ran;
  throw new ToolError(ranToModel(ran), { details: ranDetails(ran) });
}
