import { dirname, normalize } from "node:path";
import { diskError } from "./disk.ts";
import type { Disk, DiskFile, OpenFlag } from "@squire/platform";
import { MemoryFile } from "./memory-file.ts";

/**
 * A disk in memory that can lose power. What survives is what was synced:
 * - the bytes of a file up to its last `fsync` (of the rest, as much as `crash` is told to keep);
 * - a name, once its file was synced under it or its folder was (`fsyncDir`); a rename or unlink
 *   only once the folder was. Folders themselves survive at once, also a rename of one.
 */
export type MemoryDisk = Disk & {
  /**
   * The power goes. Open files are dead; the disk can be used again as after a reboot.
   * `keepUnsynced` is how many bytes of each file's unsynced writes, oldest first, had already
   * reached the medium: they survive although nobody may rely on it.
   */
  crash(options?: { readonly keepUnsynced?: number }): void;
};

export function memoryDisk(): MemoryDisk {
  return new Memory();
}

class Memory implements MemoryDisk {
  #names = new Map<string, MemoryFile>();
  #durableNames = new Map<string, MemoryFile>();
  readonly #folders = new Set(["/", "."]);
  #boot = 0;
  /** Its time: one step for each change. */
  #ticks = 0;

  async open(name: string, flag: OpenFlag): Promise<DiskFile> {
    const path = normalize(name);
    this.#assertNoFolder(path, "open");
    const existing = this.#names.get(path);
    if (existing && flag === "wx") throw diskError("EEXIST", "open", path);
    if (!existing && (flag === "r" || flag === "r+")) throw diskError("ENOENT", "open", path);
    if (!this.#folders.has(dirname(path))) throw diskError("ENOENT", "open", path);
    const file = existing ?? new MemoryFile(() => ++this.#ticks);
    if (flag === "w") file.truncate(0);
    this.#names.set(path, file);
    return this.#handle(path, flag, file);
  }

  async readFile(name: string): Promise<Uint8Array> {
    return this.#file(name, "read").bytes();
  }

  readNow(name: string, position: number, target: Uint8Array): number {
    const bytes = this.#file(name, "read").read(position, target.length);
    target.set(bytes);
    return bytes.length;
  }

  async readdir(name: string): Promise<readonly string[]> {
    const path = normalize(name);
    if (!this.#folders.has(path)) throw diskError("ENOENT", "readdir", path);
    const inside = [...this.#names.keys(), ...this.#folders].filter(
      (entry) => entry !== path && dirname(entry) === path,
    );
    return inside.map((entry) => entry.slice(entry.lastIndexOf("/") + 1)).sort();
  }

  async stat(name: string): ReturnType<Disk["stat"]> {
    const folder = { size: 0, isDirectory: true, mode: 0o700, mtimeMs: 0 };
    if (this.#folders.has(normalize(name))) return folder;
    const { size, changedAt } = this.#file(name, "stat");
    return { size, isDirectory: false, mode: 0o600, mtimeMs: changedAt };
  }

  async mkdir(name: string): Promise<void> {
    for (let path = normalize(name); !this.#folders.has(path); path = dirname(path)) {
      if (this.#names.has(path)) throw diskError("EEXIST", "mkdir", path);
      this.#folders.add(path);
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [normalize(from), normalize(to)];
    if (this.#folders.has(source)) return this.#renameFolder(source, target);
    const file = this.#file(source, "rename");
    this.#assertNoFolder(target, "rename");
    if (!this.#folders.has(dirname(target))) throw diskError("ENOENT", "rename", target);
    this.#names.delete(source);
    this.#names.set(target, file);
  }

  async unlink(name: string): Promise<void> {
    this.#file(name, "unlink");
    this.#names.delete(normalize(name));
  }

  async remove(name: string): Promise<void> {
    const path = normalize(name);
    for (const inside of [...this.#names.keys(), ...this.#folders]) {
      if (inside !== path && !inside.startsWith(`${path}/`)) continue;
      this.#names.delete(inside);
      this.#folders.delete(inside);
    }
  }

  async truncate(name: string, size: number): Promise<void> {
    this.#file(name, "truncate").truncate(size);
  }

  async fsyncDir(name: string): Promise<void> {
    const folder = normalize(name);
    if (!this.#folders.has(folder)) throw diskError("ENOENT", "fsync", folder);
    for (const path of this.#durableNames.keys()) {
      if (dirname(path) === folder) this.#durableNames.delete(path);
    }
    for (const [path, file] of this.#names) {
      if (dirname(path) === folder) this.#durableNames.set(path, file);
    }
  }

  crash({ keepUnsynced = 0 }: { readonly keepUnsynced?: number } = {}): void {
    this.#boot++;
    this.#names = new Map(this.#durableNames);
    for (const file of new Set(this.#names.values())) file.crash(keepUnsynced);
  }

  #handle(path: string, flag: OpenFlag, file: MemoryFile): DiskFile {
    const boot = this.#boot;
    let closed = false;
    const act = async <T>(operation: string, allowed: boolean, run: () => T): Promise<T> => {
      if (closed || boot !== this.#boot) throw diskError("EBADF", operation, path);
      if (!allowed) throw diskError(flag === "a" ? "EINVAL" : "EBADF", operation, path);
      return run();
    };
    const writable = flag !== "r";
    const readable = flag === "r" || flag === "r+";
    return {
      read: (position, length) => act("read", readable, () => file.read(position, length)),
      append: (bytes) => act("write", writable, () => file.write(bytes, file.size)),
      write: (bytes, position) =>
        act("write", writable && flag !== "a", () => file.write(bytes, position)),
      truncate: (size) => act("truncate", writable, () => file.truncate(size)),
      fsync: () => act("fsync", true, () => this.#sync(file)),
      close: () =>
        act("close", true, () => {
          closed = true;
        }),
    };
  }

  #sync(file: MemoryFile): void {
    file.sync();
    // File systems write a new file's name with its content; an old name stays until `fsyncDir`.
    if ([...this.#durableNames.values()].includes(file)) return;
    for (const [path, named] of this.#names) if (named === file) this.#durableNames.set(path, file);
  }

  #file(name: string, operation: string): MemoryFile {
    const path = normalize(name);
    this.#assertNoFolder(path, operation);
    const file = this.#names.get(path);
    if (!file) throw diskError("ENOENT", operation, path);
    return file;
  }

  #renameFolder(source: string, target: string): void {
    if (this.#names.has(target)) throw diskError("ENOTDIR", "rename", target);
    if (!this.#folders.has(dirname(target))) throw diskError("ENOENT", "rename", target);
    const inTarget = [...this.#names.keys(), ...this.#folders].some((path) =>
      path.startsWith(`${target}/`),
    );
    if (inTarget) throw diskError("ENOTEMPTY", "rename", target);
    const moved = (path: string): string =>
      path === source || path.startsWith(`${source}/`) ? target + path.slice(source.length) : path;
    const renamed = (names: ReadonlyMap<string, MemoryFile>): Map<string, MemoryFile> =>
      new Map([...names].map(([path, file]) => [moved(path), file]));
    this.#names = renamed(this.#names);
    this.#durableNames = renamed(this.#durableNames);
    const folders = [...this.#folders].map(moved);
    this.#folders.clear();
    for (const folder of folders) this.#folders.add(folder);
  }

  #assertNoFolder(path: string, operation: string): void {
    if (this.#folders.has(path)) throw diskError("EISDIR", operation, path);
  }
}
