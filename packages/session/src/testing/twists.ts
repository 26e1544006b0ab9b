import type { Disk, DiskFile } from "../disk.ts";
import { overDisk } from "./over-disk.ts";

/** The mistakes a log could make, planted one at a time: the judge must find each. */

export function withoutSync(disk: Disk): Disk {
  return twisted(disk, (file) => ({ ...file, fsync: async () => undefined }));
}

export function inTwoWrites(disk: Disk): Disk {
  return twisted(disk, (file) => ({
    ...file,
    async append(bytes) {
      const half = Math.floor(bytes.length / 2);
      await file.append(bytes.subarray(0, half));
      await file.append(bytes.subarray(half));
    },
  }));
}

export function withoutCut(disk: Disk): Disk {
  return twisted(disk, (file) => ({ ...file, truncate: async () => undefined }));
}

function twisted(disk: Disk, twist: (file: DiskFile) => DiskFile): Disk {
  return overDisk(
    () => disk,
    async (path, flag) => twist(await disk.open(path, flag)),
  );
}
