import { diskCode, ifThere } from "../disk.ts";
import type { TreeDisk, TreeFolder } from "./tree-disk.ts";
import { nameOf, parentOf, ROOT } from "./tree-path.ts";
import type { Found } from "./walk.ts";

/**
 * Opens a folder of a workspace name by name, never through a link. Null when a part of the way is
 * missing or is no folder.
 */
export async function openWithin(
  disk: TreeDisk,
  root: string,
  folder: string,
): Promise<TreeFolder | null> {
  let opened = await disk.openFolder(root);
  const names = folder === ROOT ? [] : folder.split("/");
  for (const name of names) {
    let next: TreeFolder;
    try {
      next = await disk.openFolder(opened.at(name));
    } catch (error) {
      if (["ENOENT", "ENOTDIR", "ELOOP"].includes(diskCode(error))) return null;
      throw error;
    } finally {
      await opened.close();
    }
    opened = next;
  }
  return opened;
}

/**
 * Runs with the folder that holds a path, and the name of the path in it. Null when there is no
 * such folder.
 */
export async function inParent<T>(
  disk: TreeDisk,
  root: string,
  path: string,
  run: (place: string, parent: TreeFolder) => Promise<T>,
): Promise<T | null> {
  const parent = await openWithin(disk, root, parentOf(path));
  if (parent === null) return null;
  try {
    return await run(parent.at(nameOf(path)), parent);
  } finally {
    await parent.close();
  }
}

/** What is at a path; null when nothing is, or when the way there leads through something else. */
export async function findAt(disk: TreeDisk, root: string, path: string): Promise<Found | null> {
  if (path === ROOT) return { path, stat: await disk.lstat(root) };
  return inParent(disk, root, path, async (place) => {
    const stat = await ifThere(disk.lstat(place));
    if (stat === null) return null;
    if (stat.kind !== "link") return { path, stat };
    return { path, stat, target: await disk.readlink(place) };
  });
}
