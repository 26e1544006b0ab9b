import { dirname, join, relative, resolve } from "node:path";
import { ifThere } from "../disk.ts";
import { findAt } from "./places.ts";
import type { TreeDisk } from "./tree-disk.ts";
import { ancestorsOf, isTreePath, ROOT } from "./tree-path.ts";

/**
 * The path of a workspace that a tool means by a relative or absolute one: links on the way are
 * followed, one at its end is not. Null when it leads out, or into a repository's own data.
 */
export async function workspacePath(
  disk: TreeDisk,
  workspace: string,
  path: string,
): Promise<string | null> {
  const absolute = resolve(workspace, path);
  if (absolute === workspace) return ROOT;
  let [parent, rest] = [dirname(absolute), absolute.slice(dirname(absolute).length)];
  let real = await ifThere(disk.realpath(parent));
  while (real === null && dirname(parent) !== parent) {
    rest = absolute.slice(dirname(parent).length);
    parent = dirname(parent);
    real = await ifThere(disk.realpath(parent));
  }
  const inside = relative(workspace, join(real ?? parent, rest)).replaceAll("\\", "/");
  return isTreePath(inside) && inside !== ROOT ? inside : null;
}

/** The folders above a path that are not there: whoever writes the path has to make them. */
export async function missingAbove(
  disk: TreeDisk,
  workspace: string,
  path: string,
): Promise<readonly string[]> {
  const above = ancestorsOf(path);
  for (const [at, folder] of above.entries()) {
    if ((await findAt(disk, workspace, folder)) === null) return above.slice(at);
  }
  return [];
}
