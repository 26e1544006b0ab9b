import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissing } from "./disk-code.ts";

/**
 * Where a path really leads: what is there is followed through all links, what is not yet there
 * lies where its folder really is. Fails with `ENOENT` at a link that leads nowhere.
 */
export async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path || (await isThere(path))) throw error;
  }
  return join(await realTarget(dirname(path)), basename(path));
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
