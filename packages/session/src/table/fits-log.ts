import type { Disk, DiskStat } from "../disk.ts";
import { statedHash } from "../log/line.ts";
import type { Checkpoint } from "./checkpoint.ts";

/** The file beside a log that makes opening it cheap. It may be deleted at any time. */
export function logIndexPath(path: string): string {
  return `${path}.index`;
}

/** Shorter logs are read faster than two files are opened. */
export const LEAST_BYTES = 1024 * 1024;

/** A line ends in its hash, so that its last bytes tell whether it is still the same. */
const TAIL_BYTES = 80;

/**
 * Whether a checkpoint is one of this log: it has not become shorter, the known part ends in the same
 * line, and nobody has written to it without making it longer, or at all where a line is damaged.
 */
export function fitsLog(
  disk: Disk,
  path: string,
  { place, ...then }: Checkpoint,
  now: Pick<DiskStat, "size" | "mtimeMs">,
): boolean {
  if (now.size < place.offset) return false;
  if (now.size === then.size && now.mtimeMs !== then.mtimeMs) return false;
  // The last line vouches for those before it by what they say of themselves. One that did not say the
  // truth may have been mended since.
  if (now.size !== then.size && then.problems.some(({ code }) => code !== "missing")) return false;
  const from = Math.max(0, place.offset - TAIL_BYTES);
  const tail = Buffer.alloc(place.offset - from);
  disk.readNow(path, from, tail);
  const line = /^[^]*(?=\n$)/.exec(tail.toString("latin1"))?.[0].replace(/\r$/, "") ?? "";
  return statedHash(Buffer.from(line, "latin1")) === place.h;
}
