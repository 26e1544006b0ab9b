import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

export type Content =
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  | { readonly type: "missing" }
  | { readonly type: "unusable"; readonly why: string };

/** No settings file is larger. */
export const MOST_FILE_BYTES = 1024 * 1024;

/** Neither through a link, nor waiting for somebody at the other end of a pipe. */
const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The bytes of a regular file: what is checked is what was opened. Never rejects. */
export async function readRegular(path: string): Promise<Content> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, CAREFULLY);
    const stat = await file.stat();
    if (!stat.isFile()) return unusable("it is no regular file");
    if (stat.size > MOST_FILE_BYTES) return unusable("it is larger than 1 MB");
    // One more than it says, to notice one that grows.
    const buffer = new Uint8Array(stat.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (length > stat.size) return unusable("it changes while it is read");
      if (bytesRead === 0) return { type: "bytes", bytes: buffer.slice(0, length) };
    }
  } catch (error) {
    return whyNot(error);
  } finally {
    await file?.close();
  }
}

function unusable(why: string): Content {
  return { type: "unusable", why };
}

function whyNot(error: unknown): Content {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") return { type: "missing" };
  if (code === "ELOOP") return unusable("it is a link");
  if (code === "EACCES" || code === "EPERM") return unusable("you have no permission to read it");
  if (code === "ENXIO" || code === "EOPNOTSUPP") return unusable("it is no regular file");
  return unusable(error instanceof Error ? error.message : String(error));
}
