import type { Disk } from "../disk.ts";

/** A disk that asks `disk` at each call, so that it can be exchanged; `open` can be its own. */
export function overDisk(disk: () => Disk, open?: Disk["open"]): Disk {
  return {
    open: open ?? ((path, flag) => disk().open(path, flag)),
    readFile: (path) => disk().readFile(path),
    readNow: (path, position, target) => disk().readNow(path, position, target),
    readdir: (path) => disk().readdir(path),
    stat: (path) => disk().stat(path),
    mkdir: (path) => disk().mkdir(path),
    rename: (from, to) => disk().rename(from, to),
    unlink: (path) => disk().unlink(path),
    remove: (path) => disk().remove(path),
    truncate: (path, size) => disk().truncate(path, size),
    fsyncDir: (path) => disk().fsyncDir(path),
  };
}
