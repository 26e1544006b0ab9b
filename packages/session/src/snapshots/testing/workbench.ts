import { dirname } from "node:path";
import { ifThere } from "../../disk.ts";
import type { SnapshotLimits } from "../limits.ts";
import { openSnapshots, type SnapshotOptions, type SnapshotStore } from "../store.ts";
import { using, type TreeDisk } from "../tree-disk.ts";
import { memoryTree, type MemoryTree } from "./memory-tree.ts";

export const WORKSPACE = "/work";
export const HOME = "/home/.squire/snapshots";

/** What people and commands do to a workspace, on any tree disk. */
export type Hands = {
  write(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  /** As `rm -rf`. */
  remove(path: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  link(target: string, path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  exists(path: string): Promise<boolean>;
};

export function hands(disk: TreeDisk, root: string): Hands {
  const place = (path: string): string => (path === "." ? root : `${root}/${path}`);
  const mkdir = async (path: string): Promise<void> => {
    if ((await ifThere(disk.lstat(place(path)))) !== null) return;
    if (path.includes("/")) await mkdir(dirname(path));
    await disk.makeFolder(place(path), 0o755);
  };
  const remove = async (path: string): Promise<void> => {
    const stat = await ifThere(disk.lstat(place(path)));
    if (stat === null) return;
    if (stat.kind !== "folder") return disk.unlink(place(path));
    await disk.chmod(place(path), 0o755);
    const names = await using(disk.openFolder(place(path)), (folder) => folder.names());
    for (const name of names) await remove(`${path}/${name}`);
    await disk.removeFolder(place(path));
  };
  return {
    mkdir,
    remove,
    async write(path, content) {
      if (path.includes("/")) await mkdir(dirname(path));
      const mode = (await ifThere(disk.lstat(place(path))))?.mode ?? 0o644;
      await ifThere(disk.unlink(place(path)));
      await using(disk.createFile(place(path)), async (file) => {
        await file.append(new TextEncoder().encode(content));
        await file.chmod(mode);
      });
    },
    async read(path) {
      return using(disk.openFile(place(path)), async (file) => {
        const bytes = new Uint8Array((await file.stat()).size);
        await file.read(bytes, 0);
        return new TextDecoder().decode(bytes);
      });
    },
    chmod: (path, mode) => disk.chmod(place(path), mode),
    link: (target, path) => disk.symlink(target, place(path)),
    move: (from, to) => disk.rename(place(from), place(to)),
    exists: async (path) => (await ifThere(disk.lstat(place(path)))) !== null,
  };
}

export type Workbench = {
  readonly disk: MemoryTree;
  readonly store: SnapshotStore;
  readonly hands: Hands;
};

export type BenchOptions = Partial<Omit<SnapshotOptions, "limits" | "ports" | "home">> & {
  readonly limits?: Partial<SnapshotLimits>;
};

/** A workspace in memory with some files, and a store beside it. */
export async function workbench(
  files: Readonly<Record<string, string>> = {},
  options: BenchOptions = {},
): Promise<Workbench> {
  const disk = memoryTree();
  await disk.makeFolder(WORKSPACE, 0o755);
  await disk.makeFolder("/home", 0o700);
  const work = hands(disk, WORKSPACE);
  for (const [path, content] of Object.entries(files)) await work.write(path, content);
  return { disk, store: storeOn(disk, disk, options), hands: work };
}

/** A store as a new process would open it; `disk` may inject faults. */
export function storeOn(
  disk: TreeDisk,
  clock: { now(): number },
  options: BenchOptions = {},
): SnapshotStore {
  const ids = idsFrom(clock.now());
  return openSnapshots({ ...options, home: HOME, ports: { disk, clock, ids } });
}

/** Different for every process, the same in every run. */
function idsFrom(start: number): () => string {
  let count = 0;
  return () => `s${start}-${++count}`;
}
