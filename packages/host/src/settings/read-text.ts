import { closeSync, openSync, readSync, statSync } from "node:fs";

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
export const readTextFile: ReadText = (path) => Promise.resolve(readTextNow(path));

/** Without waiting: for files this small the hand-over to another thread costs more than reading. */
function readTextNow(path: string): FileText {
  try {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info === undefined) return { type: "missing" };
    if (info.isDirectory()) return unreadable("it is a folder, not a file");
    if (!info.isFile()) return unreadable("it is not a regular file");
    return decode(readStart(path));
  } catch (error) {
    return describe(error);
  }
}

function readStart(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const buffer = new Uint8Array(MAX_BYTES + 1);
    for (let length = 0; ;) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length === buffer.length) return buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
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
