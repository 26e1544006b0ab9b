import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants, lstat, open } from "node:fs/promises";
import { codeOf } from "./disk-code.ts";
import type { Folder } from "./folder.ts";

/** What a name in a folder stands for at this moment; null when for nothing. Links are not followed. */
export async function foundAt(folder: Folder, name: string): Promise<BigIntStats | null> {
  try {
    return await lstat(folder.at(name), { bigint: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Whether nobody has touched it between two looks. */
export function isSame(one: BigIntStats | null, other: BigIntStats | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}

export const PIECE_BYTES = 1024 * 1024;

/** SHA-256 of a plain file in a folder, read in pieces. */
export async function hashAt(folder: Folder, name: string, signal: AbortSignal): Promise<string> {
  // It may have become a pipe or a link since it was looked at: neither is waited for or followed.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = await open(folder.at(name), O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const hash = createHash("sha256");
    const piece = new Uint8Array(PIECE_BYTES);
    for (let position = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length, position);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytesRead));
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
