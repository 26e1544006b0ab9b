import { ToolError, type ToolContext } from "@squire/agent";
import type { EntryDraft } from "@squire/protocol";
import { launchOf } from "../shell/launch.ts";
import type { Ran } from "../shell/ran.ts";
import { runLaunch } from "../shell/run-launch.ts";
import { NO_SANDBOX, type CommandPorts } from "../shell/shell-ports.ts";

export type UserShellOptions = {
  /** `!!`: the model is not shown it. */
  readonly private: boolean;
  /** Nobody has made a call. */
  readonly context: Omit<ToolContext, "callId">;
};

/**
 * Runs a command that the user has typed behind `!` (SH-15), and gives the entry it is recorded as.
 * It is the user who acts: there is no sandbox and no limit of time; the context's signal ends it.
 * Never rejects.
 */
export async function runUserShell(
  shell: CommandPorts,
  command: string,
  { private: isPrivate, context }: UserShellOptions,
): Promise<EntryDraft<"user_bash">> {
  const open: CommandPorts = {
    ...shell,
    sandbox: NO_SANDBOX,
    argvOf: () => null,
    extraEnv: () => ({}),
  };
  const call = { ...context, callId: "user" };
  const about = { type: "user_bash", command, cwd: context.cwd, private: isPrivate } as const;
  try {
    const launch = await launchOf(open, { command }, call);
    return {
      ...about,
      ...ranFields(await runLaunch(open, launch, { seconds: null, context: call })),
    };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ...about, output: error.message, exitCode: null, truncated: false, durationMs: 0 };
  }
}

function ranFields({ end, problem, exitCode, shown, output, durationMs }: Ran) {
  return {
    output: end === "failed-to-start" ? (problem ?? "It could not be started.") : shown.text,
    exitCode,
    truncated: shown.truncated,
    ...(output.artifactId === undefined ? {} : { artifactId: output.artifactId }),
    durationMs,
  };
}
