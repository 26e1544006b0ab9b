import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from "node:fs";
import type { Stats } from "node:fs";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** What came of looking for a file. Missing is normal; unreadable is told to the user. */
export type FileText =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "missing" }
  | { readonly type: "unreadable"; readonly reason: string };

/** Never rejects. */
export type ReadText = (path: string) => Promise<FileText>;

/** No settings file is this large; a device or a log given by mistake is. */
const MAX_BYTES = 1_000_000;

/** Reads a small UTF-8 text file; a byte order mark is left out. */
export const readTextFile: ReadText = (path) => Promise.resolve(readNow(path, true));

/**
 * The same for a file of a checkout, which can be anybody's: a link is not followed, wherever it
 * leads (S22, S29).
 */
export const readProjectText: ReadText = (path) => Promise.resolve(readNow(path, false));

/** Without waiting: for files this small the hand-over to another thread costs more than reading. */
function readNow(path: string, followLinks: boolean): FileText {
  try {
    const look = followLinks ? statSync : lstatSync;
    const info = look(path, { throwIfNoEntry: false });
    if (info === undefined) return { type: "missing" };
    const problem = problemOf(info);
    return problem ?? readOpened(path, followLinks ? O_RDONLY : O_RDONLY | O_NOFOLLOW);
  } catch (error) {
    return describe(error);
  }
}

function problemOf(info: Stats): FileText | null {
  if (info.isSymbolicLink()) return unreadable("it is a link; a project's file has to be a file");
  if (info.isDirectory()) return unreadable("it is a folder, not a file");
  return info.isFile() ? null : unreadable("it is not a regular file");
}

/** What is checked is what was opened, and a pipe that took its place is not waited for. */
function readOpened(path: string, flags: number): FileText {
  const file = openSync(path, flags | O_NONBLOCK);
  try {
    return problemOf(fstatSync(file)) ?? decode(readStart(file));
  } finally {
    closeSync(file);
  }
}

function readStart(file: number): Uint8Array {
  const buffer = new Uint8Array(MAX_BYTES + 1);
  for (let length = 0; ;) {
    const count = readSync(file, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0 || length === buffer.length) return buffer.subarray(0, length);
  }
}

function decode(bytes: Uint8Array): FileText {
  if (bytes.length > MAX_BYTES) return unreadable("it is larger than 1 MB");
  try {
    return { type: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return unreadable("it is not UTF-8 text; save it as UTF-8");
  }
}

function describe(error: unknown): FileText {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") return { type: "missing" };
  if (code === "EACCES" || code === "EPERM") return unreadable("you have no permission to read it");
  if (code === "ELOOP") return unreadable("its links run in a circle");
  return unreadable(error instanceof Error ? error.message : String(error));
}

function unreadable(reason: string): FileText {
  return { type: "unreadable", reason };
}
