import { mkdirSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { codeOf } from "./disk-code.ts";
import type { Folder, Hold } from "./folder.ts";
import { syncFolder } from "./sync-folder.ts";

/**
 * Holds a folder of a root; what is missing of it is made, from the root itself down, and named in
 * `made`. The path has no link in it; one that is there by now is not followed.
 */
export async function makeFolders(
  hold: Hold,
  root: string,
  path: string,
  made: string[],
): Promise<Folder> {
  const top = dirname(root);
  let [folder, way] = [hold(top), top];
  for (const name of relative(top, path).split(sep)) {
    if (name === "") continue;
    using above = folder;
    way = join(way, name);
    folder = await enterOrMake(above, name, () => made.push(way));
  }
  return folder;
}

async function enterOrMake(above: Folder, name: string, onMade: () => void): Promise<Folder> {
  try {
    return above.enter(name);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  above.check();
  try {
    mkdirSync(above.at(name));
    onMade();
  } catch (error) {
    // Somebody else has just made it.
    if (codeOf(error) !== "EEXIST") throw error;
  }
  await syncFolder(above);
  return above.enter(name);
}

/** Takes back folders that were made for something that did not come; what is in use stays. */
export async function unmakeFolders(hold: Hold, made: readonly string[]): Promise<void> {
  for (const path of made.toReversed()) {
    try {
      using above = hold(dirname(path));
      above.check();
      await rmdir(above.at(basename(path)));
    } catch {
      // An empty folder too many is no harm.
      return;
    }
  }
}
