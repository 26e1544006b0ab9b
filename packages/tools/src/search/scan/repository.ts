import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Whether a folder lies in a git repository, by its real path. */
export async function isInRepository(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (await isThere(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
