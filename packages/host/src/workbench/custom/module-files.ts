import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

const INDEXES = ["index.ts", "index.js", "index.mjs"];
/** Everything else there is about a tool, not a tool: `.md` and `.json` are metadata (TOOL-13). */
const MODULE = /^[\w-]+\.(?:ts|js|mjs)$/;

/** The modules of a folder of tools, by name: `lamp.ts` or `lamp/index.ts`. Empty where there is none. */
export async function moduleFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && MODULE.test(entry.name)) found.push(path);
    if (!entry.isDirectory()) continue;
    const index = await firstFile(INDEXES.map((name) => join(path, name)));
    if (index !== null) found.push(index);
  }
  return found;
}

async function firstFile(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() === true) return path;
  }
  return null;
}
