import { neutralGitEnv } from "../programs/neutral-git.ts";
import { commandHarm, reportCommand } from "./command-report.ts";
import type { GateWorkspace } from "./workspace.ts";

/**
 * What must be added to the environment of a command that was allowed because it only reads (S13).
 * Empty for others: what the user has approved runs with their own settings.
 */
export function gitEnvFor(
  command: string,
  options: { readonly workspace: GateWorkspace; readonly cwd?: string },
): Readonly<Record<string, string>> {
  const { workspace, cwd = "" } = options;
  const { effect, neutralGit } = commandHarm(reportCommand(command, workspace, cwd), workspace);
  return effect === "read" && neutralGit ? neutralGitEnv() : {};
}
