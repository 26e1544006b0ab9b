/** What stands at a path, links not followed. */
export type TreeStat = {
  readonly kind: "file" | "folder" | "link" | "special";
  readonly size: number;
  /** Permission bits with setuid, setgid and sticky. */
  readonly mode: number;
  /** The same for two names only if they are the same object. */
  readonly identity: string;
  /** Changes when the content or the mode does, as far as the file system's clock can tell. */
  readonly stamp: string;
  /** The latest change the file system knows of, in milliseconds. */
  readonly changedAt: number;
};

/** An open file. Whoever opened it closes it. */
export type TreeFile = {
  stat(): Promise<TreeStat>;
  /** Fills the buffer from a position; the number of bytes, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all of it behind what was written before. */
  append(bytes: Uint8Array): Promise<void>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
};

/**
 * An open folder. Where the system can do it (Linux), `at` names what is in this very folder, even
 * after somebody put another folder or a link in its place; elsewhere it is the plain path.
 */
export type TreeFolder = {
  at(name: string): string;
  names(): Promise<readonly string[]>;
  stat(): Promise<TreeStat>;
  chmod(mode: number): Promise<void>;
  /** Makes names in it durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The disk as snapshots and artifacts need it: links are things of their own, and no call follows
 * one at the end of a path. Failures carry `code` as in `node:fs`.
 */
export type TreeDisk = {
  /** Fails with ENOTDIR on anything but a folder, also on a link to one. */
  openFolder(path: string): Promise<TreeFolder>;
  /** For reading. Never waits for a pipe, never opens a link. */
  openFile(path: string): Promise<TreeFile>;
  /** A new file, 0600; EEXIST when anything has that name. */
  createFile(path: string): Promise<TreeFile>;
  lstat(path: string): Promise<TreeStat>;
  readlink(path: string): Promise<string>;
  /** The path without any link in it. */
  realpath(path: string): Promise<string>;
  makeFolder(path: string, mode: number): Promise<void>;
  /** Only an empty one. */
  removeFolder(path: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** For a folder that cannot be opened. Follows a link: look first. */
  chmod(path: string, mode: number): Promise<void>;
  /** Sets the time of change, so that a sweep sees that it is in use. */
  touch(path: string, at: number): Promise<void>;
};

/** What snapshots and artifacts need from outside. */
export type TreePorts = {
  readonly disk: TreeDisk;
  readonly clock: { now(): number };
  /** A new id at each call: letters, digits, `_` and `-`, never the same twice. */
  readonly ids: () => string;
};

/** Runs with something open and closes it, whatever happens. */
export async function using<R extends { close(): Promise<void> }, T>(
  opening: Promise<R>,
  run: (resource: R) => Promise<T>,
): Promise<T> {
  const resource = await opening;
  try {
    return await run(resource);
  } finally {
    await resource.close();
  }
}
