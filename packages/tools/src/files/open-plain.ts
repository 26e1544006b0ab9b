import { createHash } from "node:crypto";
import { constants, open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { ToolError } from "@squire/agent";
import { shownName } from "../workspace/shown-name.ts";
import type { Beginning } from "./file-tree.ts";
import type { Place } from "./files.ts";

const ATTEMPTS = 3;
const PIECE_BYTES = 1024 * 1024;

/** Holds the very file that a place names open while `use` runs. Fails with the disk's own errors. */
export async function withPlain<T>(
  place: Place,
  use: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  const file = await openPlain(place);
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw new ToolError(`${shownName(place.name)} is a folder.`);
    if (!found.isFile()) {
      throw new ToolError(
        `${shownName(place.name)} is neither a file nor a folder; it cannot be read.`,
      );
    }
    return await use(file, found.size);
  } finally {
    await file.close();
  }
}

async function openPlain({ path, name }: Place): Promise<FileHandle> {
  // It may have become a pipe or a link since it was looked at: neither is waited for or followed.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    if (await isAt(file, path)) return file;
    await file.close();
  }
  throw new ToolError(`${shownName(name)} was replaced while it was being opened. Try again.`);
}

/** What was judged is what is read: no folder on the way has become a link to elsewhere. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  if (process.platform === "linux") {
    const held = await readlink(`/proc/self/fd/${file.fd}`).catch(() => null);
    if (held === path) return true;
  }
  try {
    const [held, now] = [await file.stat(), await stat(path)];
    return held.ino === now.ino && held.dev === now.dev && (await realpath(path)) === path;
  } catch {
    return false;
  }
}

/** The first `most` bytes; the rest is only looked at for the hash. */
export async function readBeginning(
  file: FileHandle,
  size: number,
  options: { readonly most: number; readonly hashed: number; readonly signal: AbortSignal },
): Promise<Beginning> {
  const { most, hashed, signal } = options;
  const bytes = await readUpTo(file, { most, likely: size + 1 }, signal);
  const whole = Math.max(size, bytes.length);
  if (whole > hashed) return { bytes, size: whole, hash: null };
  const hash = createHash("sha256").update(bytes);
  let position = bytes.length;
  const piece = new Uint8Array(whole > bytes.length ? PIECE_BYTES : 0);
  while (position < whole) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
  return { bytes, size: whole, hash: hash.digest("hex") };
}

async function readUpTo(
  file: FileHandle,
  { most, likely }: { readonly most: number; readonly likely: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  // Some files of the system have no size until they are read.
  let bytes = new Uint8Array(Math.min(most, Math.max(likely, 4_096)));
  let length = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === most) return bytes.subarray(0, length);
    if (length === bytes.length) {
      const larger = new Uint8Array(Math.min(most, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
  }
}
