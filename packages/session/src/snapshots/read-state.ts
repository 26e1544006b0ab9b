import { createHash } from "node:crypto";
import { diskCode } from "../disk.ts";
import type { OpaqueReason, PathState } from "./path-state.ts";
import { findAt } from "./places.ts";
import { using, type TreeDisk, type TreeFile, type TreeStat } from "./tree-disk.ts";
import type { Found } from "./walk.ts";

/** The state of a path, and for a file the very bytes it was taken from. */
export type Read = {
  readonly state: PathState | null;
  readonly bytes?: Uint8Array;
  /** What the file was when it was read; absent if it changed meanwhile. */
  readonly stat?: TreeStat;
};

const ATTEMPTS = 3;

export function opaque(stat: TreeStat, reason: OpaqueReason): PathState {
  return { kind: "opaque", reason, stamp: stat.stamp };
}

/** The state as far as it can be told without reading; null for a file that must be read. */
export function stateWithoutReading(found: Found, maxBytes: number): PathState | null {
  const { stat, target } = found;
  if (stat.kind === "folder") return { kind: "folder", mode: stat.mode };
  if (stat.kind === "special") return opaque(stat, "special");
  if (stat.kind === "link") {
    // A target that is no UTF-8 could not be written back as it was.
    const faithful = target !== undefined && !target.includes("\uFFFD");
    return faithful ? { kind: "link", target } : opaque(stat, "special");
  }
  return stat.size > maxBytes ? opaque(stat, "too_large") : null;
}

/**
 * Reads what is at a path that a walk has found. The file that is opened must be the one that was
 * found; when it is not, the path is looked up again, never through a link.
 */
export async function readState(
  disk: TreeDisk,
  root: string,
  found: Found,
  maxBytes: number,
): Promise<Read> {
  let current: Found | null = found;
  let last: Read = { state: opaque(found.stat, "unreadable") };
  for (let attempt = 0; attempt < ATTEMPTS && current !== null; attempt++) {
    const state = stateWithoutReading(current, maxBytes);
    if (state !== null) return { state };
    try {
      const read = await readFile(disk, `${root}/${found.path}`, current.stat);
      if (read !== null) {
        if (read.stat !== undefined) return read;
        last = read;
      }
    } catch (error) {
      if (diskCode(error) === "") throw error;
      last = { state: opaque(current.stat, "unreadable") };
    }
    current = await findAt(disk, root, found.path);
  }
  // A file that is written all the time: what was read last is as good as any other moment.
  return current === null ? { state: null } : last;
}

/** Null when something else is there by now; without a `stat` when it changed under the reading. */
async function readFile(disk: TreeDisk, place: string, expected: TreeStat): Promise<Read | null> {
  return using(disk.openFile(place), async (file) => {
    const before = await file.stat();
    if (before.kind !== "file" || before.identity !== expected.identity) return null;
    if (before.stamp !== expected.stamp) return null;
    const bytes = await readAll(file, before.size);
    const state: PathState = {
      kind: "file",
      mode: before.mode,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    };
    const after = await file.stat();
    const stable = after.stamp === before.stamp && bytes.length === before.size;
    return stable ? { state, bytes, stat: before } : { state, bytes };
  });
}

/** At most `size` bytes: a file that grows while it is read does not fill the memory. */
export async function readAll(file: TreeFile, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let done = 0;
  while (done < size) {
    const count = await file.read(bytes.subarray(done), done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
