import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import type { Stats } from "node:fs";

/** What came of reading a plain file. */
export type PlainFile =
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "missing" }
  /** Something else stands there, or more than is read. */
  | { readonly type: "unfit"; readonly why: "link" | "folder" | "special" | "large" }
  | { readonly type: "failed"; readonly error: unknown };

export type ReadPlainOptions = {
  /** In bytes: a file that is larger is not read. */
  readonly most: number;
  /** Whether a link at the end of the path is followed. */
  readonly links: "follow" | "refuse";
};

/**
 * A plain file, whole or not at all. What is checked is what was opened; a pipe is not waited for, a device not read,
 * and a file that grows meanwhile is no larger for it. Never throws. At once: for files this small the hand-over to
 * another thread costs more than reading.
 */
export function readPlain(path: string, { most, links }: ReadPlainOptions): PlainFile {
  try {
    // Looked at first: opening is enough for some devices to do something, and Windows knows no such flags.
    const look = links === "follow" ? statSync : lstatSync;
    const info = look(path, { throwIfNoEntry: false });
    if (info === undefined) return { type: "missing" };
    return unfit(info) ?? readOpened(path, { most, links });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOENT" || code === "ENOTDIR"
      ? { type: "missing" }
      : { type: "failed", error };
  }
}

function unfit(info: Stats): PlainFile | null {
  if (info.isFile()) return null;
  if (info.isSymbolicLink()) return { type: "unfit", why: "link" };
  return { type: "unfit", why: info.isDirectory() ? "folder" : "special" };
}

function readOpened(path: string, { most, links }: ReadPlainOptions): PlainFile {
  // Windows has neither of the first two.
  const flags: { readonly [name: string]: number | undefined } = constants;
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY = 0 } = flags;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (links === "follow" ? 0 : O_NOFOLLOW));
  try {
    const info = fstatSync(file);
    const other = unfit(info);
    if (other !== null) return other;
    const bytes = info.size > most ? null : readUpTo(file, info.size, most);
    return bytes === null ? { type: "unfit", why: "large" } : { type: "bytes", bytes };
  } finally {
    closeSync(file);
  }
}

/** Null: there is more. Some files of the system say that they are empty, and are not. */
function readUpTo(file: number, expected: number, most: number): Uint8Array | null {
  // One more, to notice the end, or that there is none yet.
  let buffer = new Uint8Array(expected + 1);
  for (let length = 0; length <= most;) {
    if (length === buffer.length) buffer = grown(buffer, most + 1);
    const count = readSync(file, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
  return null;
}

const LEAST = 4_096;

function grown(buffer: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(most, Math.max(LEAST, buffer.length * 2)));
  larger.set(buffer);
  return larger;
}
