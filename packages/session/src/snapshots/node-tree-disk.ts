import { constants } from "node:fs";
import type { BigIntStats } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import type { TreeDisk, TreeFile, TreeFolder, TreeStat } from "./tree-disk.ts";

// Windows knows neither; 0 leaves them out.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const FOLDER = constants.O_DIRECTORY ?? 0;

const FILE_MODE = 0o600;

/** The real disk. */
export function nodeTreeDisk(platform: NodeJS.Platform = process.platform): TreeDisk {
  return {
    openFolder: platform === "win32" ? openNamedFolder : folderOpener(platform),
    openFile: async (path) =>
      treeFile(await fs.open(path, constants.O_RDONLY | NO_FOLLOW | NO_WAIT)),
    async createFile(path) {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
      return treeFile(await fs.open(path, flags, FILE_MODE));
    },
    lstat: async (path) => treeStat(await fs.lstat(path, { bigint: true })),
    readlink: (path) => fs.readlink(path),
    realpath: (path) => fs.realpath(path),
    async makeFolder(path, mode) {
      await fs.mkdir(path, mode);
    },
    removeFolder: (path) => fs.rmdir(path),
    symlink: (target, path) => fs.symlink(target, path),
    rename: (from, to) => fs.rename(from, to),
    unlink: (path) => fs.unlink(path),
    chmod: (path, mode) => fs.chmod(path, mode),
    touch: (path, at) => fs.utimes(path, at / 1000, at / 1000),
  };
}

function folderOpener(platform: NodeJS.Platform): TreeDisk["openFolder"] {
  let anchored: Promise<boolean> | undefined;
  return async (path) => {
    // The only way that node has to `openat` and its kin; a bare container may lack it.
    anchored ??= platform === "linux" ? exists("/proc/self/fd") : Promise.resolve(false);
    return openFolder(path, await anchored);
  };
}

function exists(path: string): Promise<boolean> {
  return fs.access(path).then(
    () => true,
    () => false,
  );
}

async function openFolder(path: string, anchored: boolean): Promise<TreeFolder> {
  const handle = await fs.open(path, constants.O_RDONLY | FOLDER | NO_FOLLOW);
  const here = anchored ? `/proc/self/fd/${handle.fd}` : path;
  return {
    at: (name) => `${here}/${name}`,
    names: async () => (await fs.readdir(here)).sort(),
    stat: async () => treeStat(await handle.stat({ bigint: true })),
    chmod: (mode) => handle.chmod(mode),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Windows does not open folders; it also writes names with the file, so nothing is to be synced. */
async function openNamedFolder(path: string): Promise<TreeFolder> {
  const found = await fs.lstat(path);
  if (!found.isDirectory())
    throw Object.assign(new Error(`ENOTDIR: '${path}'`), { code: "ENOTDIR" });
  return {
    at: (name) => join(path, name),
    names: async () => (await fs.readdir(path)).sort(),
    stat: async () => treeStat(await fs.lstat(path, { bigint: true })),
    chmod: (mode) => fs.chmod(path, mode),
    sync: async () => {},
    close: async () => {},
  };
}

function treeFile(handle: fs.FileHandle): TreeFile {
  return {
    stat: async () => treeStat(await handle.stat({ bigint: true })),
    async read(into, position) {
      return (await handle.read(into, 0, into.length, position)).bytesRead;
    },
    async append(bytes) {
      // A write may be short; the rest is left to the caller.
      for (let done = 0; done < bytes.length;) {
        done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
      }
    },
    chmod: (mode) => handle.chmod(mode),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

function treeStat(found: BigIntStats): TreeStat {
  const { ino, size, mtimeNs, ctimeNs } = found;
  return {
    kind: kindOf(found),
    size: Number(size),
    mode: Number(found.mode) & 0o7777,
    identity: `${found.dev}:${ino}`,
    // Without the device: its number may be another one after a restart.
    stamp: `${ino}:${size}:${mtimeNs}:${ctimeNs}`,
    changedAt: Number(mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1e6,
  };
}

function kindOf(found: BigIntStats): TreeStat["kind"] {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  return found.isSymbolicLink() ? "link" : "special";
}
