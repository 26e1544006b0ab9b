import { readdir, rmdir, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Folder } from "./folder.ts";
import { JailError } from "./jail-error.ts";
import { spells } from "./spelling.ts";

/** Removes a folder with all that is in it; links are removed, never followed. Gives the count. */
export async function removeTree(
  above: Folder,
  name: string,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  refuseRepositories(await inside(above, name, path, { visit: () => {}, signal }));
  const visit = (folder: Folder, entry: string): Promise<void> => unlink(folder.at(entry));
  const seen = await inside(above, name, path, { visit, removes: true, signal });
  return seen.length + 1;
}

type Walk = {
  visit(folder: Folder, name: string): Promise<void> | void;
  /** Folders go too, after what was in them. */
  readonly removes?: boolean;
  readonly signal: AbortSignal;
};

/** The paths below a folder, each folder behind its content. */
async function inside(above: Folder, name: string, path: string, walk: Walk): Promise<string[]> {
  const seen: string[] = [];
  {
    using folder = above.enter(name);
    for (const entry of await readdir(folder.self, { withFileTypes: true })) {
      walk.signal.throwIfAborted();
      const way = join(path, entry.name);
      if (entry.isDirectory()) seen.push(...(await inside(folder, entry.name, way, walk)));
      else {
        folder.check();
        await walk.visit(folder, entry.name);
      }
      seen.push(way);
    }
  }
  if (walk.removes === true) {
    above.check();
    await rmdir(above.at(name));
  }
  return seen;
}

/** Its history could not be brought back. */
function refuseRepositories(paths: readonly string[]): void {
  const found = paths.find((path) => spells(basename(path), ".git"));
  if (found !== undefined) throw new JailError("git", found);
}
