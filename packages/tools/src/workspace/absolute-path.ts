import { lstat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { ToolError } from "@squire/agent";
import { isInside } from "@squire/platform";
import { isMissing } from "@squire/safety";

/**
 * The absolute path that a tool's argument means: relative to the workspace; a leading `/` means
 * the workspace too when there is nothing of that absolute path (FS-6) and it is in none of the
 * places that may be written. Links are not followed.
 */
export async function absolutePath(
  cwd: string,
  path: string,
  roots: readonly string[],
): Promise<string> {
  if (path.includes("\0")) throw new ToolError("A path cannot contain a NUL character.");
  if (!isAbsolute(path)) {
    await refuseTilde(cwd, path);
    return resolve(cwd, path);
  }
  const absolute = resolve(path);
  if (roots.some((root) => isInside(root, absolute)) || (await isThere(absolute))) return absolute;
  return join(cwd, absolute);
}

/** What cannot be looked at counts as there. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

/** A folder called `~` is hardly ever meant, and dangerous to clean up by hand. */
async function refuseTilde(cwd: string, path: string): Promise<void> {
  if (!/^~(?:[/\\]|$)/.test(path) || (await isThere(resolve(cwd, "~")))) return;
  throw new ToolError("~ is not the home folder here. Give an absolute path, or a relative one.");
}
