import { dirname } from "node:path";
import type { Disk } from "../disk.ts";
import type { LogLine } from "./read.ts";

/** Where a log ends, as its lines go by. */
export type Tail = {
  /** The offset behind the last line that is kept, and its number. */
  readonly end: number;
  readonly line: number;
  /** The `h` of the last line that states one. */
  readonly h: string | null;
  /** The last kept line has no newline yet. */
  readonly open: boolean;
  /** Lines behind `end` that were finished and cannot be read. */
  readonly finishedGarbage: boolean;
};

export const NO_TAIL: Tail = { end: 0, line: 0, h: null, open: false, finishedGarbage: false };

/** What cannot be read and has nothing readable behind it is cut; everything else is kept. */
export function extendTail(tail: Tail, line: LogLine): Tail {
  const kept = line.kind !== "lost" || (line.terminated && line.problem.code !== "unreadable");
  if (!kept) return { ...tail, finishedGarbage: tail.finishedGarbage || line.terminated };
  return {
    end: line.end,
    line: line.line,
    h: line.h ?? tail.h,
    open: !line.terminated,
    finishedGarbage: false,
  };
}

export type Repair = {
  /** How many bytes were cut from the end. */
  readonly cutBytes: number;
  /** Where they were put when they may once have been an entry; null for a torn write. */
  readonly keptAt: string | null;
};

/** Makes a log fit for appending: every line ends in a newline, nothing unreadable stands last. */
export async function repairTail(disk: Disk, path: string, tail: Tail): Promise<Repair> {
  const { size } = await disk.stat(path);
  const cutBytes = Math.max(0, size - tail.end);
  const keptAt = cutBytes > 0 && tail.finishedGarbage ? `${path}.cut-${tail.end}` : null;
  if (keptAt !== null) await copyTail(disk, path, keptAt, tail.end);
  if (cutBytes === 0 && !tail.open) return { cutBytes, keptAt };
  const file = await disk.open(path, "a");
  try {
    if (cutBytes > 0) await file.truncate(tail.end);
    if (tail.open) await file.append(new TextEncoder().encode("\n"));
    await file.fsync();
  } finally {
    await file.close();
  }
  return { cutBytes, keptAt };
}

async function copyTail(disk: Disk, path: string, to: string, from: number): Promise<void> {
  const source = await disk.open(path, "r");
  try {
    const target = await disk.open(to, "w");
    try {
      for (let at = from; ;) {
        const chunk = await source.read(at, 256 * 1024);
        if (chunk.length === 0) break;
        await target.append(chunk);
        at += chunk.length;
      }
      await target.fsync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  await disk.fsyncDir(dirname(to));
}
