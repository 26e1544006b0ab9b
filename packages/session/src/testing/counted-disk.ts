import type { Disk, DiskFile } from "../disk.ts";
import { overDisk } from "./over-disk.ts";

export type CountedDisk = Disk & {
  /** How many bytes of a file have been read since it was last asked. */
  taken(path: string): number;
};

/** A disk that counts what is read. */
export function countedDisk(disk: Disk): CountedDisk {
  const counts = new Map<string, number>();
  const count = (path: string, bytes: number): void => {
    counts.set(path, (counts.get(path) ?? 0) + bytes);
  };
  const counting = (path: string, file: DiskFile): DiskFile => ({
    ...file,
    async read(position, length) {
      const bytes = await file.read(position, length);
      count(path, bytes.length);
      return bytes;
    },
  });
  return {
    ...overDisk(
      () => disk,
      async (path, flag) => counting(path, await disk.open(path, flag)),
    ),
    readNow(path, position, target) {
      const bytes = disk.readNow(path, position, target);
      count(path, bytes);
      return bytes;
    },
    taken(path) {
      const bytes = counts.get(path) ?? 0;
      counts.delete(path);
      return bytes;
    },
  };
}
