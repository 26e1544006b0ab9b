import { lstat, opendir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Host } from "../open.ts";
import { fail, ok, warn, type Check } from "./check.ts";

const MEGABYTE = 1024 * 1024;
const LITTLE = 1024 * MEGABYTE;
const TOO_LITTLE = 100 * MEGABYTE;
const MOST_FILES = 20_000;
const MOST_NAMED = 5;
const FOR_OTHERS = 0o077;

/** Squire's own folder: whether others can read it (SEC-4), and whether there is space to write. */
export async function checkFiles({ home }: Pick<Host, "home">): Promise<readonly Check[]> {
  return [...(await checkModes(home)), await checkSpace(home)];
}

async function checkModes(home: string): Promise<readonly Check[]> {
  // Windows has no such bits; a profile there is its user's own.
  if (process.platform === "win32") return [];
  const own = await lstat(home).catch(() => null);
  if (own === null) return [ok("files", `${home} is not there yet`)];
  const advice = `chmod -R go-rwx '${home}'`;
  const isOpen = (own.mode & FOR_OTHERS) !== 0;
  const { open, seen } = await openFiles(home);
  const named = open.slice(0, MOST_NAMED).join(", ") + (open.length > MOST_NAMED ? ", …" : "");
  if (open.length > 0) {
    // A closed folder keeps others from what is in it.
    const tell = isOpen ? fail : warn;
    return [tell("files", `In ${home} others have rights to ${named}.`, advice)];
  }
  return isOpen
    ? [warn("files", `Other users can list ${home}.`, advice)]
    : [ok("files", `${home} is yours alone (${seen} entries)`)];
}

async function openFiles(
  home: string,
): Promise<{ readonly open: readonly string[]; readonly seen: number }> {
  const open: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const names = await opendir(join(home, folder)).catch(() => null);
    if (names === null) continue;
    for await (const entry of names) {
      if (++seen > MOST_FILES) return { open, seen };
      const path = join(folder, entry.name);
      const look = await lstat(join(home, path)).catch(() => null);
      if (look === null || look.isSymbolicLink()) continue;
      if ((look.mode & FOR_OTHERS) !== 0) open.push(path);
      if (look.isDirectory()) waiting.push(path);
    }
  }
  return { open: open.sort(), seen };
}

async function checkSpace(home: string): Promise<Check> {
  const { bavail, bsize } = await spaceAt(home);
  const free = bavail * bsize;
  const message = `${Math.floor(free / MEGABYTE)} MB free for ${home}`;
  if (free >= LITTLE) return ok("disk space", message);
  const advice = "Free some space: `squire session prune` removes old sessions.";
  return free < TOO_LITTLE
    ? fail("disk space", message, advice)
    : warn("disk space", message, advice);
}

/** Of the nearest folder that is there. */
async function spaceAt(path: string): Promise<{ readonly bavail: number; readonly bsize: number }> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await statfs(folder).catch(() => null);
    if (found !== null) return found;
    if (folder === dirname(folder)) throw new Error(`The disk of ${path} cannot be looked at.`);
  }
}
