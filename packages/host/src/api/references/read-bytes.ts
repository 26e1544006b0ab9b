import { constants, open } from "node:fs/promises";

export type FileBytes = {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
};

/**
 * The beginning of a plain file, at most as much; null for anything else. Opened without waiting,
 * and looked at once it is open: no pipe and no device in its place holds anybody up.
 */
export async function readBytes(path: string, most: number): Promise<FileBytes | null> {
  // Windows has no such flag, and no such pipes.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  await using handle = await open(path, flags);
  const look = await handle.stat();
  if (!look.isFile()) return null;
  const buffer = new Uint8Array(Math.min(most, look.size));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return { bytes: buffer.subarray(0, length), size: look.size };
}
