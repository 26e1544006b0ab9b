import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Kind } from "./plan.ts";

/** The real disk, one name at a time; what may not be looked at is not there for a command either. */
export function lookAt(path: string): Kind | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (found.isSymbolicLink()) return "link";
    if (found.isDirectory()) return "folder";
    return found.isFile() ? "file" : "other";
  } catch {
    return null;
  }
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path without links; as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

const MAX_BYTES = 1_000_000;

/** A small text file, or null. */
export function readSmallText(path: string): string | null {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || found.size > MAX_BYTES) return null;
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/**
 * The paths of all sockets that anybody on this machine listens on. A read-only disk does not keep
 * a command from connecting to one.
 */
export function listeningSockets(): readonly string[] {
  let table: string;
  try {
    table = readFileSync("/proc/net/unix", "utf8");
  } catch {
    return [];
  }
  const paths = table.split("\n").flatMap((line) => {
    // Num RefCount Protocol Flags Type St Inode Path; `@` marks a name that is no file.
    const path = /^\S+ \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/.exec(line)?.[1];
    return path === undefined ? [] : [path];
  });
  return [...new Set(paths.map(realPath))];
}
