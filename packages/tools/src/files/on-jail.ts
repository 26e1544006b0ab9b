import { ToolError } from "@squire/agent";
import { JailError, type JailProblem } from "@squire/safety";
import { onDisk } from "../workspace/disk-problem.ts";
import { shownName, workspaceName } from "../workspace/shown-name.ts";
import { stale } from "./check-fresh.ts";

const WORDS: Readonly<Record<Exclude<JailProblem, "stale">, string>> = {
  outside: "leads out of the workspace. Only files inside it can be written",
  git: "belongs to git itself. Use git commands to change it",
  root: "is the workspace itself",
  swapped: "was replaced by a link meanwhile. Try again",
  exists: "exists already",
  missing: "does not exist",
  folder: "is a folder",
  no_plain_file: "is no plain file",
  other_disk: "cannot be moved as a folder to another disk. Use bash",
};

/** What the jail says to a path, in words for the model. */
export function jailWords(problem: JailProblem, name: string): ToolError {
  if (problem === "stale") return stale(name);
  return new ToolError(`${shownName(name)} ${WORDS[problem]}.`);
}

/** Runs a change; a refusal of the jail or a failure of the disk becomes words for the model. */
export async function onJail<T>(
  doing: string,
  about: { readonly root: string; readonly name: string },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await onDisk(doing, about.name, run);
  } catch (error) {
    if (!(error instanceof JailError)) throw error;
    // A folder that was swapped is known by its handle only.
    const isSwapped = error.problem === "swapped";
    throw jailWords(error.problem, isSwapped ? about.name : workspaceName(about.root, error.path));
  }
}
