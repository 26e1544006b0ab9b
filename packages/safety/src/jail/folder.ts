import { closeSync, constants, lstatSync, openSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { JailError } from "./jail-error.ts";

/** A folder held fast: what is done to names in it is done in this very folder. */
export type Folder = Disposable & {
  /** The folder, as `node:fs` takes it. */
  readonly self: string;
  /** A name in it, as `node:fs` takes it. */
  at(name: string): string;
  /** A folder in it; a link in its place is not followed and fails as `swapped`. */
  enter(name: string): Folder;
  /** Fails when the path no longer leads here. Before and after each change. */
  check(): void;
};

/** How folders are held on this machine. */
export type Hold = (path: string) => Folder;

/** From Linux's `fcntl.h`: a handle that only names a place; needs no right to list it. */
const O_PATH = 0o10000000;

/**
 * By handle where the system lets us name things relative to one: on Linux, `/proc/self/fd/7/name`
 * means the name in that folder, whatever became of the folder's path.
 */
export function holdHere(): Hold {
  return canHoldByHandle() ? holdByHandle : holdByPath;
}

function canHoldByHandle(): boolean {
  if (process.platform !== "linux") return false;
  try {
    using folder = holdByHandle("/");
    const [one, other] = [lstatSync(folder.at(".")), lstatSync("/")];
    return one.ino === other.ino && one.dev === other.dev;
  } catch {
    // No /proc here.
    return false;
  }
}

/** From the top of the disk down, one handle per folder and no link on the way. */
export const holdByHandle: Hold = (path) => {
  let folder = handleOf("/");
  for (const name of path.split("/").filter((part) => part !== "")) {
    using above = folder;
    folder = above.enter(name);
  }
  return folder;
};

function handleOf(path: string): Folder {
  const fd = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const self = `/proc/self/fd/${fd}`;
  const at = (name: string): string => `${self}/${plainName(name)}`;
  return {
    // The dot makes it the folder and not the link that /proc has for it.
    self: `${self}/.`,
    at,
    enter: (name) => noLink(at(name), handleOf),
    // The handle is the folder.
    check: () => {},
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/**
 * Where there is nothing better: the folder's identity is compared before and after each change. A
 * swap in the instant between cannot be ruled out, only noticed.
 */
export const holdByPath: Hold = (path) => {
  const identity = noLink(path, identityOf);
  const check = (): void => {
    if (identityOf(path) !== identity || realpathSync.native(path) !== path) {
      throw new JailError("swapped", path);
    }
  };
  check();
  const at = (name: string): string => join(path, plainName(name));
  return {
    self: path,
    at,
    enter: (name) => holdByPath(at(name)),
    check,
    [Symbol.dispose]: () => {},
  };
};

/** Says so when opening failed because a link is in the place of a folder. */
function noLink<T>(path: string, open: (path: string) => T): T {
  try {
    return open(path);
  } catch (error) {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    throw isLink ? new JailError("swapped", path, { cause: error }) : error;
  }
}

/** Of a folder that is no link; anything else fails as the disk would. */
function identityOf(path: string): string {
  const found = lstatSync(path, { bigint: true });
  if (found.isDirectory()) return `${found.dev}:${found.ino}`;
  throw Object.assign(new Error(`ENOTDIR: not a directory, open '${path}'`), { code: "ENOTDIR" });
}

function plainName(name: string): string {
  const isPlain = name !== "" && name !== ".." && !name.includes(sep) && !name.includes("/");
  if (isPlain && !name.includes("\0")) return name;
  throw new Error(`${JSON.stringify(name)} is no name of a file.`);
}
