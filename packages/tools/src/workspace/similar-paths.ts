import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { editDistance, slipLimit } from "@squire/protocol/spelling";
import { isInside } from "@squire/platform";
import { workspaceName } from "./shown-name.ts";
import { isSkippedFolder } from "./skipped-folders.ts";

const MOST = 5;
/** What a look around may cost. */
const MOST_FOLDERS = 500;
const MOST_ENTRIES = 10_000;
const LONGEST = 120;

type Candidate = { readonly path: string; readonly distance: number };

/**
 * Up to five paths with a name like that of a missing one, the most alike first: from its folder and
 * from the whole workspace, as far as that can be seen quickly.
 */
export async function similarPaths(
  root: string,
  missing: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const wanted = plainName(missing);
  if (wanted.length > LONGEST) return [];
  const home = dirname(missing);
  const limit = slipLimit(wanted) + 1;
  const found: Candidate[] = [];
  for await (const path of around(root, home, signal)) {
    const distance = editDistance(wanted, plainName(path), limit);
    if (distance < limit) found.push({ path, distance });
  }
  const isNear = (path: string): number => (dirname(path) === home ? 0 : 1);
  return found
    .sort((a, b) => a.distance - b.distance || isNear(a.path) - isNear(b.path))
    .slice(0, MOST)
    .map(({ path }) => workspaceName(root, path));
}

/** The same letters, however they are composed and in whatever case. */
function plainName(path: string): string {
  return basename(path).normalize("NFC").toLowerCase();
}

/** The folder of the missing path first, then the workspace from its root down. No path twice. */
async function* around(root: string, home: string, signal: AbortSignal): AsyncIterable<string> {
  const folders = new Set([home, root]);
  let [folderCount, entryCount] = [0, 0];
  // A set that grows while it is walked hands out what was added.
  for (const folder of folders) {
    signal.throwIfAborted();
    if (++folderCount > MOST_FOLDERS) return;
    for (const entry of await entriesOf(folder)) {
      if (++entryCount > MOST_ENTRIES) return;
      const path = join(folder, entry.name);
      yield path;
      const isOurs = entry.isDirectory() && !isSkippedFolder(entry.name) && isInside(root, path);
      if (isOurs) folders.add(path);
    }
  }
}

/** Sorted, so that the same workspace gives the same answer. */
async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A suggestion is not worth a failure.
    return [];
  }
}
