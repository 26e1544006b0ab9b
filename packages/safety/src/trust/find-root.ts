import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** By these a folder is known as the top of a project. */
const MARKS = [".git", "squire.toml", ".squire"];

/**
 * The folder that trust is asked for: the nearest one upward that looks like a project, otherwise
 * `cwd`. The home folder and the root of the disk are no projects, and a folder of somebody else is
 * not gone through: what they put above us is not ours.
 */
export function findTrustRoot(cwd: string, userHome: string): string {
  const start = resolve(cwd);
  const home = resolve(userHome);
  const owner = ownerOf(start);
  for (let folder = start; ; folder = dirname(folder)) {
    const isEdge = folder === home || folder === dirname(folder) || ownerOf(folder) !== owner;
    if (isEdge) return start;
    if (MARKS.some((name) => ownerOf(join(folder, name)) !== null)) return folder;
  }
}

/** Null when nothing is there. */
function ownerOf(path: string): number | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid ?? null;
  } catch {
    return null;
  }
}
