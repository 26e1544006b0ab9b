import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";

const MOST_LEVELS = 32;
const MOST_CHARS = 200;

/**
 * The branch that is checked out in a folder, from the repository's own file: no program is started
 * in a checkout that nobody trusts. Null without a repository; the beginning of the commit when no
 * branch is checked out. Never rejects.
 */
export async function gitBranch(cwd: string): Promise<string | null> {
  const folder = await repositoryOf(cwd);
  if (folder === null) return null;
  const head = await readSmall(join(folder, "HEAD"));
  const name = /^ref: refs\/heads\/(.+)$/m.exec(head ?? "")?.[1];
  const commit = /^[0-9a-f]{40,64}$/m.exec(head ?? "")?.[0].slice(0, 10);
  return name?.trim().slice(0, MOST_CHARS) ?? commit ?? null;
}

async function repositoryOf(cwd: string): Promise<string | null> {
  let folder = cwd;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const found = await gitFolder(folder);
    if (found !== null) return found;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
  return null;
}

/** A worktree has a file there that names the folder. */
async function gitFolder(folder: string): Promise<string | null> {
  const path = join(folder, ".git");
  const look = await stat(path).catch(() => null);
  if (look?.isDirectory() === true) return path;
  if (look?.isFile() !== true) return null;
  const target = /^gitdir: (.+)$/m.exec((await readSmall(path)) ?? "")?.[1]?.trim();
  if (target === undefined) return null;
  return isAbsolute(target) ? target : resolve(folder, target);
}

const MOST_BYTES = 4_096;

async function readSmall(path: string): Promise<string | null> {
  const look = await stat(path).catch(() => null);
  if (look === null || !look.isFile() || look.size > MOST_BYTES) return null;
  return readFile(path, "utf8").catch(() => null);
}
