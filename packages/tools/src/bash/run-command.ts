import { existsSync } from "node:fs";
import { ToolError, type ToolContext } from "@squire/agent";
import { runProcess } from "@squire/platform";
import { OutputCapture } from "./output-capture.ts";
import { Progress } from "./progress.ts";
import { detailsOf, ranToModel, type Ran } from "./ran.ts";

const SHELLS = ["/bin/bash", "/usr/bin/bash"];

/** Runs a command to its end. Fails with `ToolError` when it did not start or was aborted. */
export async function runCommand(
  command: string,
  seconds: number,
  context: ToolContext,
): Promise<Ran> {
  if (command.includes("\0")) throw new ToolError("A command cannot contain a NUL character.");
  const { cwd, env, clock, signal, artifacts, callId } = context;
  const capture = new OutputCapture();
  const progress = new Progress(context);
  const begun = clock.now();
  const ended = await runProcess(command, {
    cwd,
    env,
    clock,
    signal,
    shell: SHELLS.find((path) => existsSync(path)) ?? "/bin/sh",
    timeoutMs: seconds * 1_000,
    onOutput(chunk) {
      capture.push(chunk);
      progress.push(chunk);
    },
  });
  progress.end();
  const output = capture.end();
  const artifact = output.truncated ? await capture.keep(artifacts, callId) : null;
  const durationMs = Math.max(0, clock.now() - begun);
  const ran: Ran = { ...ended, seconds, durationMs, output, artifact };
  if (ended.end === "exited" || ended.end === "timed-out") return ran;
  throw new ToolError(ranToModel(ran), { details: detailsOf(ran) });
}
