import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  unlink,
} from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

/** `a` appends, `w` empties, `wx` must create, `r+` must exist. */
export type OpenFlag = "r" | "r+" | "w" | "wx" | "a";

export type DiskStat = {
  readonly size: number;
  readonly isDirectory: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** When it was last written, in milliseconds since the epoch. */
  readonly mtimeMs: number;
};

/** An open file. Whoever opened it closes it. */
export type DiskFile = {
  /** Up to `length` bytes from a position; fewer at the end, none behind it. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** Writes all of it at the end of the file. */
  append(bytes: Uint8Array): Promise<void>;
  /** Writes all of it at a position; not for files opened with `a`. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(size: number): Promise<void>;
  /** Resolves when everything written so far survives a power cut. */
  fsync(): Promise<void>;
  close(): Promise<void>;
};

/** The file operations that durable code stands on. Failures carry `code` as in `node:fs`. */
export type Disk = {
  open(path: string, flag: OpenFlag): Promise<DiskFile>;
  readFile(path: string): Promise<Uint8Array>;
  /**
   * Fills `target` from a position, without waiting: for what is looked up in passing. Gives the
   * number of bytes; fewer than fit at the end of the file.
   */
  readNow(path: string, position: number, target: Uint8Array): number;
  readdir(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<DiskStat>;
  /** Creates missing parents too; an existing folder is no error. */
  mkdir(path: string): Promise<void>;
  /** A folder goes with everything in it. */
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** A file, or a folder with everything in it. Follows no link; nothing there is no error. */
  remove(path: string): Promise<void>;
  truncate(path: string, size: number): Promise<void>;
  /** Makes names in a folder durable: files created, renamed and unlinked there. */
  fsyncDir(path: string): Promise<void>;
};

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const SMALL_WRITE = 64 * 1024;

/** The real disk; files and folders it makes are private to the user (SEC-4). */
export function nodeDisk(): Disk {
  return {
    open: openFile,
    readFile: async (path) => new Uint8Array(await readFile(path)),
    readNow,
    readdir: async (path) => (await readdir(path)).sort(),
    async stat(path) {
      const found = await stat(path);
      const { size, mtimeMs } = found;
      return { size, isDirectory: found.isDirectory(), mode: found.mode & 0o777, mtimeMs };
    },
    async mkdir(path) {
      await mkdir(path, { recursive: true, mode: FOLDER_MODE });
    },
    rename,
    unlink,
    remove: (path) => rm(path, { recursive: true, force: true }),
    truncate,
    fsyncDir,
  };
}

async function openFile(path: string, flag: OpenFlag): Promise<DiskFile> {
  const handle = await open(path, flag, FILE_MODE);
  /** A write may be short; POSIX leaves the rest to the caller. */
  const writeAll = async (bytes: Uint8Array, position: number | null): Promise<void> => {
    for (let done = 0; done < bytes.length;) {
      const at = position === null ? null : position + done;
      done += (await handle.write(bytes, done, bytes.length - done, at)).bytesWritten;
    }
  };
  /** Into the system's memory, which takes microseconds; a detour over a thread takes ten times that. */
  const writeSmall = (bytes: Uint8Array): void => {
    for (let done = 0; done < bytes.length;) done += writeSync(handle.fd, bytes, done);
  };
  return {
    async read(position, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, position);
      return bytes.subarray(0, bytesRead);
    },
    async append(bytes) {
      // A closed handle has no number any more; the slow way says so in the usual words.
      const isSmall = bytes.length <= SMALL_WRITE && handle.fd >= 0;
      if (flag === "a" && isSmall) return writeSmall(bytes);
      // Only `a` moves to the end by itself.
      await writeAll(bytes, flag === "a" ? null : (await handle.stat()).size);
    },
    async write(bytes, position) {
      // Linux ignores the position on such a file and appends: better no write than a wrong one.
      if (flag === "a")
        throw Object.assign(new Error(`EINVAL: write '${path}'`), { code: "EINVAL" });
      await writeAll(bytes, position);
    },
    truncate: (size) => handle.truncate(size),
    fsync: syncer(handle),
    close: () => handle.close(),
  };
}

/** A disk that takes longer than this, as a rule, is waited for on a thread. */
const QUICK_MS = 2;
/** How much the last sync says about the next ones. */
const WEIGHT = 0.05;
/** More than this no single one says: one slow sync among quick ones changes nothing, a slow disk shows in the second. */
const MOST_MS = 30;

/** A quick disk is done before a thread has woken up; a slow one must not hold up anything else. */
function syncer(handle: FileHandle): () => Promise<void> {
  let usualMs = 0;
  return async () => {
    const begun = performance.now();
    // A closed handle has no number any more; the slow way says so in the usual words.
    if (usualMs > QUICK_MS || handle.fd < 0) await handle.sync();
    else fsyncSync(handle.fd);
    usualMs += WEIGHT * (Math.min(MOST_MS, performance.now() - begun) - usualMs);
  };
}

function readNow(path: string, position: number, target: Uint8Array): number {
  const file = openSync(path, "r");
  try {
    let done = 0;
    while (done < target.length) {
      const count = readSync(file, target, done, target.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  } finally {
    closeSync(file);
  }
}

async function fsyncDir(path: string): Promise<void> {
  // Windows has no such call and writes names with the file.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
