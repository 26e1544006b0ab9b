import { ifThere } from "../disk.ts";
import { isCount, isHash } from "./path-state.ts";
import { makeFolders, namesIn, readWhole, sha256, writeWhole } from "./private-files.ts";
import { readSealed, writeSealed } from "./sealed.ts";
import type { TreePorts } from "./tree-disk.ts";

/** The side of the store that those see who put something into it. */
export type Keeper = {
  /** Keeps a copy; one that is there already is used again. `synced` = survives a power cut. */
  put(bytes: Uint8Array, synced: boolean): Promise<string>;
  /** True if a copy is there; it then counts as just used. */
  has(hash: string, size: number): Promise<boolean>;
  /** How many more bytes the store may take. */
  room(): Promise<number>;
};

/** Bytes by their SHA-256. Never changed, only added and swept. */
export type ObjectStore = Keeper & {
  /** The bytes, hashed again; null when they are missing or are not what they should be. */
  get(hash: string): Promise<Uint8Array | null>;
  /** Every object with its size and when it was last in use. */
  list(): Promise<readonly StoredObject[]>;
  remove(hash: string): Promise<void>;
  /** Writes down how full the store is; `bytes` if somebody has counted. */
  saveUsage(bytes?: number): Promise<void>;
};

export type StoredObject = {
  readonly hash: string;
  readonly size: number;
  readonly usedAt: number;
};

/** An object that is used again is marked as young, so that a sweep that runs now spares it. */
const TOUCH_AFTER_MS = 10 * 60 * 1000;

export function objectStore(ports: TreePorts, folder: string, maxBytes: number): ObjectStore {
  return new Objects(ports, folder, maxBytes);
}

class Objects implements ObjectStore {
  readonly #ports: TreePorts;
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #shards = new Set<string>();
  #used: Promise<number> | undefined;
  #added = 0;

  constructor(ports: TreePorts, folder: string, maxBytes: number) {
    this.#ports = ports;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  async put(bytes: Uint8Array, synced: boolean): Promise<string> {
    const hash = sha256(bytes);
    if (await this.has(hash, bytes.length)) return hash;
    const shard = await this.#shard(hash);
    await writeWhole(this.#ports, { folder: shard, name: hash.slice(2), synced }, bytes);
    this.#added += bytes.length;
    return hash;
  }

  async has(hash: string, size: number): Promise<boolean> {
    const { disk, clock } = this.#ports;
    const path = this.#pathOf(hash);
    const there = await ifThere(disk.lstat(path));
    // One of another size is what a power cut left of it; a new copy takes its place.
    if (there?.kind !== "file" || there.size !== size) return false;
    if (there.changedAt >= clock.now() - TOUCH_AFTER_MS) return true;
    // Null: a sweep was faster.
    return (await ifThere(disk.touch(path, clock.now()))) !== null;
  }

  async get(hash: string): Promise<Uint8Array | null> {
    const bytes = await readWhole(this.#ports.disk, this.#pathOf(hash));
    return bytes !== null && sha256(bytes) === hash ? bytes : null;
  }

  async room(): Promise<number> {
    this.#used ??= this.#readUsage();
    return Math.max(0, this.#maxBytes - (await this.#used) - this.#added);
  }

  async list(): Promise<readonly StoredObject[]> {
    const { disk } = this.#ports;
    const found: StoredObject[] = [];
    for (const shard of await namesIn(disk, this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(shard)) continue;
      for (const name of await namesIn(disk, `${this.#folder}/${shard}`)) {
        const hash = `${shard}${name}`;
        const stat = isHash(hash) ? await ifThere(disk.lstat(this.#pathOf(hash))) : null;
        if (stat !== null) found.push({ hash, size: stat.size, usedAt: stat.changedAt });
      }
    }
    return found;
  }

  async remove(hash: string): Promise<void> {
    await ifThere(this.#ports.disk.unlink(this.#pathOf(hash)));
  }

  async saveUsage(bytes?: number): Promise<void> {
    if (bytes === undefined && this.#added === 0) return;
    const total = bytes ?? this.#maxBytes - (await this.room());
    await writeSealed(
      this.#ports,
      { folder: this.#folder, name: "usage.json", synced: false },
      { bytes: total },
    );
    this.#used = Promise.resolve(total);
    this.#added = 0;
  }

  async #readUsage(): Promise<number> {
    const usage = await readSealed(this.#ports.disk, `${this.#folder}/usage.json`);
    if (usage.kind === "found" && typeof usage.body === "object" && usage.body !== null) {
      const bytes: unknown = Reflect.get(usage.body, "bytes");
      if (isCount(bytes)) return bytes;
    }
    return (await this.list()).reduce((sum, { size }) => sum + size, 0);
  }

  async #shard(hash: string): Promise<string> {
    const path = `${this.#folder}/${hash.slice(0, 2)}`;
    if (!this.#shards.has(path)) await makeFolders(this.#ports.disk, path);
    this.#shards.add(path);
    return path;
  }

  #pathOf(hash: string): string {
    return `${this.#folder}/${hash.slice(0, 2)}/${hash.slice(2)}`;
  }
}
