import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  read,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { promisify } from "node:util";
import { ToolError } from "@squire/agent";
import { shownName } from "../workspace/shown-name.ts";
import type { Beginning } from "./file-tree.ts";
import type { Place } from "./files.ts";

const ATTEMPTS = 3;
const PIECE_BYTES = 1024 * 1024;
/** Up to here a detour over a thread takes longer than the reading. */
const SMALL_BYTES = 256 * 1024;

/** An open file. */
export type PlainFile = {
  readonly size: number;
  /** As many bytes as there are, up to the length of `into`; 0 at the end. */
  read(into: Uint8Array, position: number): number | Promise<number>;
};

/** Holds the very file that a place names open while `use` runs. Fails with the disk's own errors. */
export async function withPlain<T>(
  place: Place,
  use: (file: PlainFile) => Promise<T> | T,
): Promise<T> {
  const handle = openPlain(place);
  try {
    const found = fstatSync(handle);
    if (found.isDirectory()) throw new ToolError(`${shownName(place.name)} is a folder.`);
    if (!found.isFile()) {
      throw new ToolError(
        `${shownName(place.name)} is neither a file nor a folder; it cannot be read.`,
      );
    }
    return await use({
      size: found.size,
      read: (into, position) => readAt(handle, into, position),
    });
  } finally {
    closeSync(handle);
  }
}

const readLater = promisify(read);

function readAt(handle: number, into: Uint8Array, position: number): number | Promise<number> {
  if (into.length <= SMALL_BYTES) return readSync(handle, into, 0, into.length, position);
  return readLater(handle, into, 0, into.length, position).then(({ bytesRead }) => bytesRead);
}

function openPlain({ path, name }: Place): number {
  // It may have become a pipe or a link since it was looked at: neither is waited for or followed.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const handle = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    if (isAt(handle, path)) return handle;
    closeSync(handle);
  }
  throw new ToolError(`${shownName(name)} was replaced while it was being opened. Try again.`);
}

/** What was judged is what is read: no folder on the way has become a link to elsewhere. */
function isAt(handle: number, path: string): boolean {
  try {
    if (process.platform === "linux" && readlinkSync(`/proc/self/fd/${handle}`) === path) {
      return true;
    }
  } catch {
    // Without /proc the slow way is left.
  }
  try {
    const [held, now] = [fstatSync(handle), statSync(path)];
    return held.ino === now.ino && held.dev === now.dev && realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

/** The first `most` bytes; the rest is only looked at for the hash. */
export async function readBeginning(
  file: PlainFile,
  options: { readonly most: number; readonly hashed: number; readonly signal: AbortSignal },
): Promise<Beginning> {
  const { most, hashed, signal } = options;
  const bytes = await readUpTo(file, most, signal);
  const whole = Math.max(file.size, bytes.length);
  if (whole > hashed) return { bytes, size: whole, hash: null };
  const hash = createHash("sha256").update(bytes);
  let position = bytes.length;
  const piece = new Uint8Array(whole > bytes.length ? PIECE_BYTES : 0);
  while (position < whole) {
    signal.throwIfAborted();
    const bytesRead = await file.read(piece, position);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    position += bytesRead;
  }
  return { bytes, size: whole, hash: hash.digest("hex") };
}

async function readUpTo(file: PlainFile, most: number, signal: AbortSignal): Promise<Uint8Array> {
  // Some files of the system have no size until they are read.
  let bytes = new Uint8Array(Math.min(most, Math.max(file.size + 1, 4_096)));
  let length = 0;
  for (;;) {
    signal.throwIfAborted();
    const asked = file.read(bytes.subarray(length), length);
    const bytesRead = typeof asked === "number" ? asked : await asked;
    length += bytesRead;
    if (bytesRead === 0 || length === most) return bytes.subarray(0, length);
    if (length === bytes.length) {
      const larger = new Uint8Array(Math.min(most, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
  }
}
